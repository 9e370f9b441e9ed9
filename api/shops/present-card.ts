import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { minimumOrderPaise } from '@haat/contract/orders/order-terms';
import { shopImageCandidates } from '@haat/contract/catalog/pictures';
import { toRupees } from '@haat/contract/rupees';
import { shopSign } from '@haat/contract/shops/shop-sign';
import type { ShopListing } from '@haat/core/shops/list-all-shops';
import { presentHours } from './present-hours.ts';

export const presentCard = (shop: ShopListing, open: boolean, now: Date): ShopCard => ({
  ...presentFacts(shop, now),
  trade: shop.trade,
  sign: shopSign(shop.trade),
  open,
});

/** The card of a shop whose present state is not known yet. */
export const presentCardAt = (shop: ShopListing, now: Date): ShopCard =>
  presentCard(shop, shop.pausedAt === null && isOpenAt(shop.opening, now), now);

/** The fields that the card and the page of a shop share. */
export function presentFacts(shop: Omit<ShopListing, 'trade'>, now: Date) {
  const { id, slug, name, address, opening, pausedAt, minOrderPaise, picture } = shop;
  return {
    id,
    slug,
    name,
    address,
    ...presentHours(opening, now),
    paused: pausedAt !== null,
    minordervalue: toRupees(minOrderPaise ?? minimumOrderPaise(undefined)),
    picture: picture === null ? null : (shopImageCandidates(slug)[0] ?? null),
  };
}

export const toKilometres = (metres: number) => Math.round(metres / 10) / 100;
