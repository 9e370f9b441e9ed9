import type { Cart, CurrentLine } from './cart.ts';

export type ChangedLine = CurrentLine & { name: string };

/** How the lines of a cart stand at the shop, by their id; one that is missing is no longer sold. */
export type CurrentLines = ReadonlyMap<string, Pick<CurrentLine, 'price' | 'stock'>>;

/**
 * The lines of a cart that the shop would not sell as they are: their price is another one, or there are fewer. In the order
 * of the cart, price in rupees. Spec section 5, place order.
 */
export function cartChanges(cart: Cart, current: CurrentLines): ChangedLine[] {
  return Object.values(cart).flatMap(({ id, name, price, quantity }) => {
    const now = current.get(id) ?? { price, stock: 0 };
    return now.price === price && now.stock >= quantity ? [] : [{ id, name, price: now.price, stock: now.stock }];
  });
}
