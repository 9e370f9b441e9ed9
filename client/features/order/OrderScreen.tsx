import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { shopQuery } from '../../lib/queries.ts';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useCart } from '../cart/use-cart.ts';
import { useLiveShelf } from '../products/use-live-shelf.ts';
import { Checkout } from './Checkout.tsx';

/** The review of the cart and the placing of the order. Spec section 2, order. */
export function OrderScreen() {
  const { shopSlug } = useParams();
  return isShopSlug(shopSlug) ? <ShopOrder key={shopSlug} slug={shopSlug} /> : <Navigate to="/" replace />;
}

function ShopOrder({ slug }: { slug: string }) {
  const t = useText();
  const { isLoaded, lineCount } = useCart();
  const { data: shop, isPending } = useQuery(shopQuery(slug));
  useLiveShelf(shop);

  if (isLoaded && lineCount === 0) return <Navigate to={`/${slug}/products`} replace />;
  return (
    <Page title={t('order.title')}>
      {/* A shop that cannot be read does not keep anybody from ordering: its minimum is the default one then. */}
      {isLoaded && !isPending ? <Checkout slug={slug} shop={shop} /> : <Skeleton height="60dvh" radius="20px" />}
    </Page>
  );
}
