import type { CatalogKind } from '@haat/contract/api/catalog';
import { useSearchParams } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Stack } from '../../ui/Card.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Page } from '../../ui/Page.tsx';
import { KnownProducts } from './KnownProducts.tsx';
import styles from './OperatorCatalog.module.css';
import { SharedNames } from './SharedNames.tsx';

type Part = CatalogKind | 'products';

const PARTS: readonly { value: Part; text: TextId }[] = [
  { value: 'products', text: 'operatorCatalog.products' },
  { value: 'categories', text: 'operatorCatalog.categories' },
  { value: 'units', text: 'operatorCatalog.units' },
  { value: 'sizes', text: 'operatorCatalog.sizes' },
  { value: 'colors', text: 'operatorCatalog.colors' },
];

/** The shared catalog: what all shops can use, to be added to, renamed and hidden. The chosen part is in the address. */
export function OperatorCatalogScreen() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const part = PARTS.find(({ value }) => value === params.get('part'))?.value ?? 'products';
  return (
    <Page title={t('operatorCatalog.title')} narrow>
      <Stack gap={5}>
        <p className={styles.hint}>{t('operatorCatalog.hint')}</p>
        <FilterChips
          label={t('operatorCatalog.part')}
          chips={PARTS.map(({ value, text }) => ({ value, label: t(text) }))}
          chosen={part}
          onChoose={(value) => setParams({ part: value }, { replace: true })}
        />
        {part === 'products' ? <KnownProducts /> : <SharedNames key={part} kind={part} />}
      </Stack>
    </Page>
  );
}
