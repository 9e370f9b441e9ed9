import { listProducts } from '@haat/contract/catalog/products.calls';
import { getShop, type ShopView } from '@haat/contract/shops/shops.calls';
import { isShopSlug } from '@haat/contract/shops/shop';
import '../../i18n/catalog-texts.ts';
import { useDeferredValue } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { useCall } from '../../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { AlertDialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/Page.tsx';
import { DeliveryAddress } from '../../shared/addresses/DeliveryAddress.tsx';
import { CartBar } from '../checkout/CartBar.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { BuyAgain, useBoughtProducts } from './BuyAgain.tsx';
import { Catalog, CatalogSkeleton } from './Catalog.tsx';
import { ShopNotice } from './ShopNotice.tsx';
import { DeliveryLine } from './DeliveryLine.tsx';
import pageStyles from '../../ui/Page.module.css';
import styles from './ProductsScreen.module.css';
import { useLiveCatalog } from './use-live-catalog.ts';

/** The catalog of a shop. An invalid slug leads to the landing page, and so does the platform's, which sells nothing. */
export function ProductsScreen() {
  const { shopSlug } = useParams();
  if (!isShopSlug(shopSlug) || shopSlug === MAIN_SHOP_SLUG) return <Navigate to="/" replace />;
  return <ShopCatalog key={shopSlug} slug={shopSlug} />;
}

function ShopCatalog({ slug }: { slug: string }) {
  const t = useText();
  const navigate = useNavigate();
  const shop = useCall(getShop, { params: { slug } });
  const options = { enabled: shop.data !== undefined };
  const products = useCall(listProducts, { query: { shopId: shop.data?.id ?? 0 } }, options);
  useLiveCatalog(products.data && shop.data);
  // Deferred: rendering hundreds of cards in one go would block a tap.
  const catalog = useDeferredValue(products.data);
  const bought = useBoughtProducts(shop.data?.id);

  if (isMissing(shop.error)) {
    return <AlertDialog text={t('products.shopNotFound')} onClose={() => void navigate('/', { replace: true })} />;
  }
  // Loaded data stays visible when it cannot be reloaded.
  const failed = [shop, products].find(({ isLoadingError }) => isLoadingError);
  return (
    <div className={`${pageStyles.page} ${styles.page}`}>
      <div className={styles.screen}>
        <WelcomeBanner shop={shop.data} />
        {shop.data ? <ShopNotice shop={shop.data} /> : null}
        {failed ? <LoadFailure text={t('header.failed')} onRetry={() => void failed.refetch()} /> : null}
        {!failed && catalog && bought ? (
          <Catalog products={catalog} top={<BuyAgain products={catalog} bought={bought} />} />
        ) : null}
        {!failed && !(catalog && bought) ? <CatalogSkeleton isSeen={shop.data !== undefined} /> : null}
      </div>
      <CartBar shopSlug={slug} minimumOrder={shop.data?.minordervalue} />
    </div>
  );
}

/** The heading. Greets by name, or by the part of the email before the @, and shows the delivery address. */
function WelcomeBanner({ shop }: { shop: ShopView | undefined }) {
  const t = useText();
  const { user, email } = useSession();
  const name = user?.name ?? email?.split('@')[0];
  return (
    <div className={styles.banner}>
      <div className={styles.titles}>
        <PageHeading>{t('products.title')}</PageHeading>
        <p className={styles.hello}>{name ? t('products.welcome', { name }) : t('products.welcomeGuest')}</p>
      </div>
      <DeliveryAddress isCompact label={shop && <DeliveryLine shop={shop} />} />
    </div>
  );
}
