import type { ShopCard } from '@haat/contract/shops/shops.calls';

/** The shops that are not nearby. */
export function otherShops(all: readonly ShopCard[], nearby: readonly ShopCard[]): ShopCard[] {
  const ids = new Set(nearby.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id));
}
