import { isRefusal } from '@haat/contract/reason';
import { Link } from 'react-router-dom';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { useText } from '../../../i18n/use-text.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Stack } from '../../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { SessionOver } from '../../../shared/session/RouteGuard.tsx';
import { productCodeIn } from '../scan-product.ts';
import { type ProductActions, useProductActions } from './product-actions.ts';
import { BulkBar } from './BulkBar.tsx';
import type { EditStates } from './edit-states.ts';
import type { ProductFilter } from './product-pages.ts';
import { useShopProducts } from './shop-products-query.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { ProductRows } from './ProductRows.tsx';
import table from './ProductTable.module.css';

type Props = { shopId: number; shopSlug: string; filter: ProductFilter; states: EditStates; onShowAll: () => void };

/** The products that match the filter, in pages. Loaded ones stay while a refetch fails. */
export function ProductPages({ shopId, shopSlug, filter, states, onShowAll }: Props) {
  const t = useText();
  const actions = useProductActions(shopId, states);
  const { products, foundAmong, error, refetch, isPlaceholderData, ...more } = useShopProducts(shopId, filter);
  const selection = useSelection(shopId, products);
  if (isRefusal(error)) return <SessionOver />;
  return (
    <>
      {error ? (
        <LoadFailure
          text={t('productList.failed')}
          onRetry={() => void (more.isFetchNextPageError ? more.fetchNextPage() : refetch())}
        />
      ) : null}
      {foundAmong === undefined ? null : <Notice>{t('productList.foundAmong', { count: foundAmong })}</Notice>}
      {!products && !error ? <Loading /> : null}
      {products?.length === 0 ? <NoProducts shopSlug={shopSlug} filter={filter} onShowAll={onShowAll} /> : null}
      <p className="visually-hidden" role="status">
        {products && filter.search ? t('productList.found', { count: products.length }) : ''}
      </p>
      {products && products.length > 0 ? (
        <ProductTable
          selection={selection}
          products={products}
          shopSlug={shopSlug}
          isStale={isPlaceholderData}
          actions={actions}
          states={states}
        />
      ) : null}
      {more.hasNextPage && !more.isFetchNextPageError ? (
        <LoadMore
          label={t(more.isFetchingNextPage ? 'productList.loading' : 'productList.more')}
          isLoading={more.isFetchingNextPage}
          isAutomatic
          onMore={() => void more.fetchNextPage()}
        />
      ) : null}
      <BulkBar
        shopId={shopId}
        shopSlug={shopSlug}
        filter={filter}
        selection={selection}
        hasMore={more.hasNextPage && selection.ids.size === products?.length}
      />
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <Stack>
      <p className="visually-hidden" role="status">
        {t('productList.loading')}
      </p>
      <Skeleton height="150px" radius="20px" />
      <Skeleton height="150px" radius="20px" />
      <Skeleton height="150px" radius="20px" />
    </Stack>
  );
}

type NoProductsProps = { shopSlug: string; filter: ProductFilter; onShowAll: () => void };

/** Why the list is empty; a barcode without a product can be added as a new one. */
function NoProducts({ shopSlug, filter: { search, status, category }, onShowAll }: NoProductsProps) {
  const t = useText();
  const add = `/${shopSlug}/admin/add-product`;
  if (productCodeIn(search) !== undefined) {
    return (
      <EmptyState text={t('productList.noBarcode', { barcode: search })}>
        <Link className={buttonClass()} to={`${add}?barcode=${search}`}>
          {t('productList.addIt')}
        </Link>
      </EmptyState>
    );
  }
  if (search || status !== 'all' || category !== undefined) {
    const none = status === 'all' ? t('productList.noneInCategory') : t(`productList.none.${status}`);
    const text = search ? t('productList.noMatch', { search }) : none;
    return (
      <EmptyState text={text}>
        <Button look="secondary" onClick={onShowAll}>
          {t('productList.showAll')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState text={t('productList.none.all')}>
      <Link className={buttonClass()} to={`/${shopSlug}/admin/known-products`}>
        {t('knownProducts.title')}
      </Link>
      <Link className={buttonClass('secondary')} to={add}>
        {t('productList.add')}
      </Link>
    </EmptyState>
  );
}

type TableProps = {
  products: readonly ShopProduct[];
  shopSlug: string;
  isStale: boolean;
  actions: ProductActions;
  states: EditStates;
  selection: Selection;
};

/** Products with their variants as rows; compact lines on a phone. */
function ProductTable({ products, shopSlug, isStale, actions, states, selection }: TableProps) {
  const t = useText();
  return (
    <table className={table.table} aria-label={t('productList.title')} aria-busy={isStale}>
      <thead className={table.head}>
        <tr>
          <th scope="col" className={table.check}>
            <input
              type="checkbox"
              aria-label={t('productList.selectAll')}
              checked={products.every(({ id }) => selection.ids.has(id))}
              onChange={({ target }) => selection.selectLoaded(target.checked)}
            />
          </th>
          <th scope="col">{t('productList.product')}</th>
          <th scope="col">{t('productForm.unit')}</th>
          <th scope="col">{t('productList.price')}</th>
          <th scope="col" className={table.mrp}>
            {t('productForm.mrp')}
          </th>
          <th scope="col">{t('productList.stock')}</th>
          <th scope="col" className={table.wide}>
            {t('productForm.barcode')}
          </th>
          <th scope="col">{t('productList.onSale')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('productList.actions')}</span>
          </th>
        </tr>
      </thead>
      {products.map((product) => (
        <ProductRows
          key={product.id}
          product={product}
          shopSlug={shopSlug}
          actions={actions}
          states={states}
          isSelected={selection.ids.has(product.id)}
          onSelect={selection.select}
        />
      ))}
    </table>
  );
}
