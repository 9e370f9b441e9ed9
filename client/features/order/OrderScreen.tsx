import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { shopQuery } from '../../lib/queries.ts';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useCart } from '../cart/use-cart.ts';
import { useLiveShelf } from '../products/use-live-shelf.ts';
import { useLoginPath } from '../session/use-login-path.ts';
import { useSession } from '../session/use-session.ts';
import { Checkout } from './Checkout.tsx';

/** The review of the cart and the placing of the order. Spec section 2, order. */
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
  const { data: shop, isFetched } = useQuery(shopQuery(slug));
  useLiveShelf(shop);

  // With the session goes the cart, which waits behind the login for its customer.
  if (wasSignedIn && !isSignedIn) return <Navigate to={loginPath} replace />;
  if (isLoaded && lineCount === 0) return <Navigate to={`/${slug}/products`} replace />;
  return (
    <Page title={t('order.title')}>
      {/* A shop that cannot be read does not keep anybody from ordering: its minimum is the default one then. It is read once
          more by what stands here, and must not be waited for again. */}
      {isLoaded && isFetched ? <Checkout slug={slug} shop={shop} /> : <Skeleton height="60dvh" radius="20px" />}
    </Page>
  );
}
