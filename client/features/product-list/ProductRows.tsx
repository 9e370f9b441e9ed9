import { isRefusal } from '@haat/machines/problem';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SessionOver } from '../session/SessionOver.tsx';
import { MoreProducts } from './MoreProducts.tsx';
import { NoProducts } from './NoProducts.tsx';
import { ProductRow } from './ProductRow.tsx';
import styles from './ProductListScreen.module.css';
import type { ProductFilter } from './shop-products-query.ts';
import { useProductActions } from './use-product-actions.ts';
import { useShopProducts } from './use-shop-products.ts';

type Props = { shopId: number; shopSlug: string; filter: ProductFilter; onShowAll: () => void };

/** The products that fit, as many as were scrolled to. What was read once stays while it cannot be read again. */
export function ProductRows({ shopId, shopSlug, filter, onShowAll }: Props) {
  const t = useText();
  const actions = useProductActions(shopId);
  const { products, error, refetch, isPlaceholderData, ...more } = useShopProducts(shopId, filter);
  if (isRefusal(error)) return <SessionOver />;
  return (
    <>
      {error ? (
        <LoadFailure
          text={t('productList.failed')}
          onRetry={() => void (more.isFetchNextPageError ? more.fetchNextPage() : refetch())}
        />
      ) : null}
      {!products && !error ? <Loading /> : null}
      {products?.length === 0 ? <NoProducts shopSlug={shopSlug} filter={filter} onShowAll={onShowAll} /> : null}
      <p className="visually-hidden" role="status">
        {products && filter.search ? t('productList.found', { count: products.length }) : ''}
      </p>
      <ol className={styles.list} aria-busy={isPlaceholderData}>
        {products?.map((product) => (
          <li key={product.id}>
            <ProductRow product={product} shopSlug={shopSlug} actions={actions} />
          </li>
        ))}
      </ol>
      {more.hasNextPage && !more.isFetchNextPageError ? (
        <MoreProducts isFetching={more.isFetchingNextPage} onMore={() => void more.fetchNextPage()} />
      ) : null}
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <div className={styles.list}>
      <p className="visually-hidden" role="status">
        {t('productList.loading')}
      </p>
      <Skeleton height="150px" radius="20px" />
      <Skeleton height="150px" radius="20px" />
      <Skeleton height="150px" radius="20px" />
    </div>
  );
}
