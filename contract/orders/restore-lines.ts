import type { Cart, RemovedLine } from './cart.ts';

/** Restores removed lines at their positions; a line that was added again meanwhile stays as it is. */
export function restoreLines(cart: Cart, removed: readonly RemovedLine[]): Cart {
  const lines = Object.values(cart);
  for (const { line, at } of removed) if (!Object.hasOwn(cart, line.id)) lines.splice(at, 0, line);
  return Object.fromEntries(lines.map((line) => [line.id, line]));
}
