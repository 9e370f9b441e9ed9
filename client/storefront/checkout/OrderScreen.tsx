import { isShopSlug } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useCart } from '../../shared/cart/use-cart.ts';
import { useLiveCatalog } from '../shop/use-live-catalog.ts';
import { useLoginPath, useSession } from '../../shared/session/SessionProvider.tsx';
import { Checkout } from './Checkout.tsx';

/** Reviews the cart and places the order. */
export function OrderScreen() {
  const { shopSlug } = useParams();
  return isShopSlug(shopSlug) ? <ShopOrder key={shopSlug} slug={shopSlug} /> : <Navigate to="/" replace />;
}

function ShopOrder({ slug }: { slug: string }) {
  const t = useText();
  const { isSignedIn } = useSession();
  const [wasSignedIn] = useState(isSignedIn);
  const loginPath = useLoginPath(slug);
  const { isLoaded, lineCount } = useCart();
  const { data: shop, isFetched } = useCall(getShop, { params: { slug } });
  useLiveCatalog(shop);

  // The cart belongs to the session that ended: it is there again after the login.
  if (wasSignedIn && !isSignedIn) return <Navigate to={loginPath} replace />;
  if (isLoaded && lineCount === 0) return <Navigate to={`/${slug}/products`} replace />;
  return (
    <Page title={t('order.title')}>
      {/* A shop that cannot be loaded does not prevent an order: the server checks its terms, and the children retry once without blocking the screen. */}
      {isLoaded && isFetched ? <Checkout slug={slug} shop={shop} /> : <Skeleton height="60dvh" radius="20px" />}
    </Page>
  );
}
