import { useSearchParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { Stack } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import styles from './Categories.module.css';
import { CategoryList } from './CategoryList.tsx';
import { UnitList } from './UnitList.tsx';

const PARTS = ['categories', 'units'] as const;

/** The categories and units of a shop, to be renamed, merged, removed and ordered. The chosen part is in the address. */
export function CategoriesScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  const isOnline = useOnline();
  const [params, setParams] = useSearchParams();
  const part = PARTS.find((each) => each === params.get('part')) ?? 'categories';
  const shown = { shopId, isOnline };
  return (
    <Page title={t('categories.title')} narrow>
      <Stack gap={4}>
        <FilterChips
          label={t('categories.title')}
          chips={PARTS.map((value) => ({ value, label: t(`operatorCatalog.${value}`) }))}
          chosen={part}
          onChoose={(value) => setParams({ part: value }, { replace: true })}
        />
        <p className={styles.hint}>{t(part === 'categories' ? 'categories.hint' : 'categories.unitsHint')}</p>
        {isOnline ? null : <Notice>{t('categories.offline')}</Notice>}
        {part === 'categories' ? <CategoryList key={shopId} {...shown} /> : <UnitList key={shopId} {...shown} />}
      </Stack>
    </Page>
  );
}
