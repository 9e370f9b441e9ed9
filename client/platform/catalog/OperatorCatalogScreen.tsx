import type { CatalogKind } from '@haat/contract/catalog/catalog.calls';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Stack } from '../../ui/Card.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Page } from '../../ui/Page.tsx';
import looks from '../../ui/looks.module.css';
import { useListChoice } from '../lists/use-list-choice.ts';
import { CATALOG_CHOICES } from './CatalogFilters.tsx';
import { KnownProducts } from './KnownProducts.tsx';
import { SharedNames } from './SharedNames.tsx';

type Part = CatalogKind | 'products';

const PARTS: readonly { value: Part; text: TextId }[] = [
  { value: 'products', text: 'operatorCatalog.products' },
  { value: 'categories', text: 'operatorCatalog.categories' },
  { value: 'units', text: 'operatorCatalog.units' },
  { value: 'sizes', text: 'operatorCatalog.sizes' },
  { value: 'colors', text: 'operatorCatalog.colors' },
];

/** The shared catalog: what all shops can use, to be added to, renamed and hidden. Part, filters and sort are in the address. */
export function OperatorCatalogScreen() {
  const t = useText();
  const { choice, choose } = useListChoice(CATALOG_CHOICES);
  const part = PARTS.find(({ value }) => value === choice.part)?.value ?? 'products';
  return (
    <Page title={t('operatorCatalog.title')}>
      <Stack gap={4}>
        <p className={looks.hint}>{t('operatorCatalog.hint')}</p>
        <FilterChips
          label={t('operatorCatalog.part')}
          chips={PARTS.map(({ value, text }) => ({ value, label: t(text) }))}
          chosen={part}
          onChoose={(value) => choose({ part: value, search: '', category: '', state: '', sort: '', direction: '' })}
        />
        {part === 'products' ? (
          <KnownProducts choice={choice} onChoose={choose} />
        ) : (
          <SharedNames key={part} kind={part} choice={choice} onChoose={choose} />
        )}
      </Stack>
    </Page>
  );
}
