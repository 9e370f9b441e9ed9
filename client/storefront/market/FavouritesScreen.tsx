import { listFavouriteProducts, listFavouriteShops } from '@haat/contract/shops/favourites.calls';
import type { FoundProduct } from '@haat/contract/shops/search.calls';
import { shopName } from '@haat/contract/shops/shop';
import { isRefusal } from '@haat/contract/reason';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FoundProductRow } from './rows/FoundProductRow.tsx';
import { FoundShopRow, ShopState } from './rows/FoundShopRow.tsx';
import searchStyles from './rows/MarketRows.module.css';
import { useShopCarts } from './rows/use-shop-carts.ts';
import { SessionOver } from '../../shared/session/RouteGuard.tsx';
import { favouritesQuery } from '../../shared/favourites/favourites-query.ts';

// Prices, stock and opening hours change.
const OPTIONS = { staleTime: 10_000 };

/** The favourite shops, then the favourite products by shop, with Add. */
export function FavouritesScreen() {
  const t = useText();
  const ids = useQuery(favouritesQuery);
  const shops = useCall(listFavouriteShops, {}, OPTIONS);
  const products = useCall(listFavouriteProducts, {}, OPTIONS);
  const failed = [ids, shops, products].filter(({ isLoadingError }) => isLoadingError);

  if (failed.some(({ error }) => isRefusal(error))) return <SessionOver />;
  if (failed.length > 0) {
    const retry = () => failed.forEach(({ refetch }) => void refetch());
    return (
      <Page title={t('favourite.title')}>
        <LoadFailure text={t('favourites.loadFailed')} onRetry={retry} />
      </Page>
    );
  }
  if (!ids.data || !shops.data || !products.data) {
    return (
      <Page title={t('favourite.title')}>
        <Skeleton height="60dvh" radius="var(--radius-card)" />
      </Page>
    );
  }
  const listed = {
    shops: new Set(shops.data.map(({ id }) => id)),
    products: new Set(products.data.map(({ id }) => id)),
  };
  const unavailable =
    ids.data.shop_ids.filter((id) => !listed.shops.has(id)).length +
    ids.data.product_ids.filter((id) => !listed.products.has(id)).length;
  return (
    <Page title={t('favourite.title')}>
      <div className={searchStyles.results}>
        {shops.data.length > 0 ? (
          <section aria-labelledby="favourite-shops">
            <h2 id="favourite-shops">{t('search.shops')}</h2>
            <ul className={searchStyles.list}>
              {shops.data.map((shop) => (
                <FoundShopRow key={shop.id} shop={shop} />
              ))}
            </ul>
          </section>
        ) : null}
        <FavouriteProducts products={products.data} />
        {unavailable > 0 ? <p>{t('favourites.unavailable', { count: unavailable })}</p> : null}
        {unavailable + listed.shops.size + listed.products.size === 0 ? (
          <EmptyState text={t('favourites.empty')}>
            <Link className={buttonClass()} to="/">
              {t('history.find')}
            </Link>
          </EmptyState>
        ) : null}
      </div>
    </Page>
  );
}

function FavouriteProducts({ products }: { products: readonly FoundProduct[] }) {
  const langOf = useScriptLang();
  const carts = useShopCarts();
  const shops = new Map(products.map(({ shop }) => [shop.id, shop]));
  return [...shops.values()].map((shop) => {
    const name = shopName(shop);
    return (
      <section key={shop.id} aria-labelledby={`products-of-${shop.id}`}>
        <h2 id={`products-of-${shop.id}`} lang={langOf(name)}>
          <Link to={`/${shop.slug}/products`}>{name}</Link>
        </h2>
        <ShopState shop={shop} />
        <ul className={searchStyles.list}>
          {products
            .filter((product) => product.shop.id === shop.id)
            .map((product) => (
              <li key={product.id}>
                <FoundProductRow product={product} carts={carts} isInGroup />
              </li>
            ))}
        </ul>
      </section>
    );
  });
}
