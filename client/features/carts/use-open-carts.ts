import { removedLines } from '@haat/contract/rules/cart';
import { useEffect, useReducer } from 'react';
import { textOf } from '../../i18n/language.ts';
import { onCartStored } from '../../lib/cart-storage.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { CartContext } from '../cart/cart-context.ts';
import { putBack } from '../cart/put-back.ts';
import { useSession } from '../session/use-session.ts';
import { listOpenCarts, removeOpenCart, type OpenCart } from './open-carts.ts';

/** All open carts of whoever is at the screen, also as other tabs change them, and how to remove one. */
export function useOpenCarts() {
  const { userId } = useSession();
  const actor = CartContext.useActorRef();
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onCartStored(readAgain), []);

  const remove = (open: OpenCart, shop: string) => {
    removeOpenCart(open);
    readAgain();
    offerUndo(textOf('carts.removed', { shop }), () => {
      putBack(open.key, removedLines(open.cart, {}), actor);
      readAgain();
    });
  };
  return { carts: listOpenCarts(userId), remove };
}
