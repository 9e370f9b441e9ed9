import { addToCart, type CartLine, cartKey, changeQuantity, removedLines } from '@haat/contract/orders/cart';
import { useEffect, useReducer } from 'react';
import { textOf } from '../../../i18n/language.ts';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { loadCart, onCartStored, saveCart } from '../../../shared/cart/cart-storage.ts';
import { undoRemoval } from '../../../shared/cart/cart-toasts.ts';
import { CartContext } from '../../../shared/cart/use-cart.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';

/** The carts of the user or guest in the shops of the results. */
export type ShopCarts = {
  quantityOf: (shopSlug: string, lineId: string) => number;
  /** Adds an item, or changes its quantity; an item at zero is removed, with Undo. */
  change: (shopSlug: string, line: CartLine, delta: number) => void;
};

/**
 * Reads and changes carts of many shops. The cart machine has that of one shop, the one whose screen is shown; the others are
 * in the storage that it loads them from.
 */
export function useShopCarts(): ShopCarts {
  const { userId } = useSession();
  const actor = CartContext.useActor();
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onCartStored(readAgain), []);

  const quantityOf = (shopSlug: string, lineId: string) => loadCart(cartKey(userId, shopSlug))[lineId]?.quantity ?? 0;

  const change = (shopSlug: string, line: CartLine, delta: number) => {
    const key = cartKey(userId, shopSlug);
    const before = loadCart(key);
    const after = before[line.id] ? changeQuantity(before, line.id, delta) : addToCart(before, line, delta);
    saveCart(key, after);
    readAgain();
    const removed = removedLines(before, after);
    if (removed.length === 0) return;
    offerUndo(textOf('cart.removed', { name: line.name }), () => {
      undoRemoval(key, removed, actor);
      readAgain();
    });
  };
  return { quantityOf, change };
}
