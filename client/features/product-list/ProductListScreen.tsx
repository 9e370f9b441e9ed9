import { Link, Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Page } from '../../ui/Page.tsx';
import { useSession } from '../session/use-session.ts';
import { ProductFilters } from './ProductFilters.tsx';
import styles from './ProductListScreen.module.css';
import { ProductRows } from './ProductRows.tsx';
import { useProductFilter } from './use-product-filter.ts';

/** Everything that the vendor's shop sells, to be found, priced, counted, hidden and edited. */
export function ProductListScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();
  const { search, status, settled, choose } = useProductFilter();

  if (own === undefined || shopId === undefined) return null;
  if (own !== shopSlug) return <Navigate to={`/${own}/admin/products`} replace />;
  return (
    <Page title={t('productList.title')}>
      <div className={styles.top}>
        <ProductFilters search={search} status={status} onChoose={choose} />
        <Link className={buttonClass()} to={`/${own}/admin/add-product`}>
          {t('productList.add')}
        </Link>
      </div>
      <ProductRows
        shopId={shopId}
        shopSlug={own}
        filter={settled}
        onShowAll={() => choose({ search: '', status: 'all' })}
      />
    </Page>
  );
}
