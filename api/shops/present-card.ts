import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { minimumOrderPaise } from '@haat/contract/orders/order-terms';
import { shopImageCandidates } from '@haat/contract/catalog/pictures';
import { toRupees } from '@haat/contract/rupees';
import { shopSign } from '@haat/contract/shops/shop-sign';
import type { Shop } from '@haat/core/db/shops.models';

type Card = Pick<
  Shop,
  | 'id'
  | 'slug'
  | 'name'
  | 'trade'
  | 'address'
  | 'openTime'
  | 'closeTime'
  | 'timeZone'
  | 'pausedAt'
  | 'minOrderPaise'
  | 'picture'
>;

export const hoursOf = ({ openTime, closeTime, timeZone }: Pick<Card, 'openTime' | 'closeTime' | 'timeZone'>) => ({
  open_time: openTime,
  close_time: closeTime,
  time_zone: timeZone,
});

export const presentCard = (shop: Card, open: boolean): ShopCard => ({
  ...presentFacts(shop),
  trade: shop.trade,
  sign: shopSign(shop.trade),
  open,
});

/** The card of a shop whose present state is not known yet. */
export const presentCardAt = (shop: Card, now: Date): ShopCard =>
  presentCard(shop, shop.pausedAt === null && isOpenAt(hoursOf(shop), now));

/** The fields that the card and the page of a shop share. */
export function presentFacts(shop: Omit<Card, 'trade'>) {
  const { id, slug, name, address, pausedAt, minOrderPaise, picture } = shop;
  return {
    id,
    slug,
    name,
    address,
    ...hoursOf(shop),
    paused: pausedAt !== null,
    minordervalue: toRupees(minOrderPaise ?? minimumOrderPaise(undefined)),
    picture: picture === null ? null : (shopImageCandidates(slug)[0] ?? null),
  };
}

export const toKilometres = (metres: number) => Math.round(metres / 10) / 100;
