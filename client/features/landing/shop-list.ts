import type { ShopCard } from '@haat/contract/api/shops';
import { shopName } from '@haat/contract/rules/shop';
import { foldText, searchWords } from '../../lib/fold-text.ts';

/** The shops that are not among those nearby. */
export function otherShops(all: readonly ShopCard[], nearby: readonly ShopCard[]): ShopCard[] {
  const ids = new Set(nearby.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id));
}

/** Those whose name, trade or address contains every word of the search, whatever its case and accents. */
export function searchShops(
  shops: readonly ShopCard[],
  search: string,
  nameOf: (trade: string) => string,
): readonly ShopCard[] {
  const words = searchWords(search);
  if (words.length === 0) return shops;
  return shops.filter((shop) => {
    const { trade, address } = shop;
    const text = foldText(`${shopName(shop)} ${trade ?? ''} ${nameOf(trade ?? '')} ${address ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
