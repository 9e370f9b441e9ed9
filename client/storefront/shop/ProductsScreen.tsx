import { listProducts, type ProductView } from '@haat/contract/catalog/products.calls';
import { getShop, type ShopView } from '@haat/contract/shops/shops.calls';
import { isShopSlug } from '@haat/contract/shops/shop';
import { type BoughtProductView, listBoughtProducts } from '@haat/contract/shops/favourites.calls';
import '../../i18n/catalog-texts.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
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
import { Catalog, CatalogSkeleton } from './Catalog.tsx';
import { ShopNotice } from './ShopNotice.tsx';
import { DeliveryLine } from './DeliveryLine.tsx';
import pageStyles from '../../ui/Page.module.css';
import styles from './ProductsScreen.module.css';
import { useLiveCatalog } from './use-live-catalog.ts';
import { Strip } from '../../ui/Card.tsx';
import catalogStyles from './Catalog.module.css';
import { ProductCard } from './ProductCard.tsx';

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

type BuyAgainProps = { products: readonly ProductView[]; bought: readonly BoughtProductView[] };

const EAGER_PICTURES = 3;

/** The products that the customer has bought in this shop and that it still sells, each in its most bought form. */
function BuyAgain({ products, bought }: BuyAgainProps) {
  const t = useText();
  const shown = useMemo(() => productsToBuyAgain(products, bought), [products, bought]);
  if (shown.length === 0) return null;
  return (
    <section className={catalogStyles.section} aria-labelledby="buy-again">
      <h2 id="buy-again" className={catalogStyles.title}>
        {t('products.buyAgain')}
      </h2>
      <Strip as="ul">
        {shown.map((product, at) => (
          <li key={product.id} style={{ width: CARD_WIDTH }}>
            <ProductCard product={product} eager={at < EAGER_PICTURES} />
          </li>
        ))}
      </Strip>
    </section>
  );
}

/** The width of a card in two columns at 320 px. */
const CARD_WIDTH = 138;

function productsToBuyAgain(products: BuyAgainProps['products'], bought: BuyAgainProps['bought']): ProductView[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return bought.flatMap(({ product_id, variant_id }) => {
    const product = byId.get(product_id);
    const variants = product?.variants.filter(({ id }) => id === variant_id) ?? [];
    return product && variants.length > 0 ? [{ ...product, variants }] : [];
  });
}

// Longer than an answer takes over a good connection.
const WITHIN_MS = 1000;

/**
 * What the customer has bought in this shop; undefined while the catalog should wait for it, as a row that appears later would
 * move the products away under a finger. A guest and a slow answer are not waited for, and a newer answer shows next time.
 */
function useBoughtProducts(shopId: number | undefined): readonly BoughtProductView[] | undefined {
  const { isSignedIn, userId } = useSession();
  const { data, isError } = useCall(
    listBoughtProducts,
    { params: { shopId: shopId ?? 0 } },
    { owner: userId, enabled: isSignedIn && shopId !== undefined, retry: false },
  );
  const owner = `${userId}_${shopId}`;
  const [shown, setShown] = useState<{ owner: string; bought: readonly BoughtProductView[] }>();
  const bought = shown?.owner === owner ? shown.bought : undefined;
  useEffect(() => {
    if (!shopId) return undefined;
    const giveUp = () => setShown((known) => (known?.owner === owner ? known : { owner, bought: NONE }));
    const timer = setTimeout(giveUp, WITHIN_MS);
    return () => clearTimeout(timer);
  }, [shopId, owner]);
  if (!isSignedIn) return NONE;
  if (!bought && (data || isError)) setShown({ owner, bought: data ?? NONE });
  return bought;
}

const NONE: readonly BoughtProductView[] = [];
