import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import '../../i18n/shelf-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { productsQuery, shopQuery } from '../../lib/queries.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Page } from '../../ui/Page.tsx';
import { CartBar } from '../cart/CartBar.tsx';
import { CartPopup } from '../cart/CartPopup.tsx';
import { useIsCartLoaded } from '../cart/use-cart.ts';
import { ClosedNotice } from './ClosedNotice.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import styles from './ProductsScreen.module.css';
import { Shelf } from './Shelf.tsx';
import { ShelfSkeleton } from './ShelfSkeleton.tsx';
import { useLiveShelf } from './use-live-shelf.ts';
import { WelcomeBanner } from './WelcomeBanner.tsx';

/** Spec section 2, products. A slug that names no shop leads to the start. */
export function ProductsScreen() {
  const { shopSlug } = useParams();
  return isShopSlug(shopSlug) ? <ShopShelf key={shopSlug} slug={shopSlug} /> : <Navigate to="/" replace />;
}

function ShopShelf({ slug }: { slug: string }) {
  const t = useText();
  const navigate = useNavigate();
  // Not the cart itself: hundreds of cards would be drawn again with every piece that goes into it.
  const isLoaded = useIsCartLoaded();
  const shop = useQuery(shopQuery(slug));
  const products = useQuery({ ...productsQuery(shop.data?.id ?? 0), enabled: shop.data !== undefined });
  useLiveShelf(products.data && shop.data);
  // Drawn in slices: hundreds of cards at once would keep a tap waiting.
  const shelf = useDeferredValue(products.data);

  if (isMissing(shop.error)) {
    return <AlertDialog text={t('products.shopNotFound')} onClose={() => void navigate('/', { replace: true })} />;
  }
  // What was read before is still worth looking at where it cannot be read again.
  const failed = [shop, products].find(({ isLoadingError }) => isLoadingError);
  return (
    <Page title={t('products.title')}>
      <div className={styles.screen}>
        <WelcomeBanner />
        {shop.data ? <ClosedNotice shop={shop.data} /> : null}
        {failed ? <LoadFailure text={t('header.failed')} onRetry={() => void failed.refetch()} /> : null}
        {!failed && shelf ? <Shelf products={shelf} /> : null}
        {!failed && !shelf ? <ShelfSkeleton isSeen={shop.data !== undefined} /> : null}
      </div>
      {isLoaded ? <CartPopup shopSlug={slug} /> : null}
      <CartBar shopSlug={slug} minimumOrder={shop.data?.minordervalue} />
    </Page>
  );
}
