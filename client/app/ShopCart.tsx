import type { ReactNode } from 'react';
import { CartProvider } from '../features/cart/CartProvider.tsx';
import { useSession } from '../features/session/use-session.ts';
import { useShopInPath } from '../lib/shop-path.ts';

type Props = { children: ReactNode };

/** The cart of the signed-in user or guest, in the shop of the path. */
export function ShopCart({ children }: Props) {
  const { userId } = useSession();
  return (
    <CartProvider userId={userId} shopSlug={useShopInPath()}>
      {children}
    </CartProvider>
  );
}
