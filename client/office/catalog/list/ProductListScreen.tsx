import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { Row } from '../../../ui/Card.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import looks from '../../../ui/looks.module.css';
import { createEditStates, type EditStates, useEditSummary } from './edit-states.ts';
import { ProductFilters, ProductSearch } from './ProductFilters.tsx';
import { ProductPages } from './ProductPages.tsx';
import { ALL_PRODUCTS } from './product-pages.ts';
import { useProductFilter } from './use-product-filter.ts';
import { Button } from '../../../ui/Button.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import styles from './ProductListScreen.module.css';

/** The shop's products: search, price, stock, visibility and editing, one by one or in bulk. */
export function ProductListScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();
  const { filter, debounced, choose } = useProductFilter();
  const [states] = useState(createEditStates);

  if (own === undefined || shopId === undefined) return null;
  if (own !== shopSlug) return <Navigate to={`/${own}/admin/products`} replace />;
  return (
    <Page title={t('productList.title')}>
      <div className={styles.top}>
        <ProductSearch filter={filter} onChoose={choose} />
        <SaveState states={states} />
        <Link className={looks.link} to={`/${own}/admin/known-products`}>
          {t('knownProducts.title')}
        </Link>
      </div>
      <ProductFilters shopId={shopId} filter={filter} onChoose={choose} />
      <ProductPages
        key={shopId}
        shopId={shopId}
        shopSlug={own}
        filter={debounced}
        states={states}
        onShowAll={() => choose(ALL_PRODUCTS)}
      />
    </Page>
  );
}

/** Whether all edits in the list are saved, and Undo for the last one. */
function SaveState({ states }: { states: EditStates }) {
  const t = useText();
  const { saving, unsaved, saved } = useEditSummary(states);
  const isQuiet = saving === 0 && unsaved === 0;
  return (
    <>
      <Row rowGap={0} className={styles.state}>
        <p role="status">
          {unsaved > 0 ? t('productList.unsaved', { count: unsaved }) : ''}
          {unsaved === 0 && saving > 0 ? t('productList.saving') : ''}
          {isQuiet && saved ? t('productList.saved', { name: saved.name }) : ''}
        </p>
        {isQuiet && saved ? (
          <Button look="quiet" onClick={() => void saved.undo()}>
            {t('common.undo')}
          </Button>
        ) : null}
      </Row>
      <UnsavedGuard isDirty={unsaved > 0} onLeave={() => {}} />
    </>
  );
}
