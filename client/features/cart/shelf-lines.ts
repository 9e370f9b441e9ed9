import type { ProductView } from '@haat/contract/api/products.schema';
import type { CartLine } from '@haat/contract/rules/cart';
import { lineOf } from './product-line.ts';

/** What a shop has, by the id under which it lies in a cart: one piece at today's price, and how many there are. */
export type ShelfLines = ReadonlyMap<string, CartLine & { stock: number }>;

/** Every form of every product as the line it would be. */
export function shelfLines(products: readonly ProductView[]): ShelfLines {
  return new Map(
    products.flatMap((product) =>
      product.variants.map((variant) => {
        const line = lineOf(product, variant);
        return [line.id, { ...line, stock: variant.stock }] as const;
      }),
    ),
  );
}
