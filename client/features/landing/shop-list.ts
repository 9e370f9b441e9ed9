import type { ShopCard } from '@haat/contract/api/shops';
import { KNOWN_SHOPS, shopName } from '@haat/contract/rules/shop';
import type { OpeningHours } from '@haat/contract/rules/opening-hours';

/** A shop as the dashboard shows it; without hours or address where only its name is known. */
export type ListedShop = {
  slug: string;
  name: string;
  address?: string;
  emoji?: string;
  hours?: OpeningHours;
  isPaused?: boolean;
  distanceKm?: number;
};

/** The shops that were found; when there are none, the twelve known ones, each with an emoji. */
export function carouselShops(found: readonly ShopCard[]): ListedShop[] {
  return found.length > 0 ? found.map(fromCard) : [...KNOWN_SHOPS];
}

/** All shops to choose from: those that were found, the nearest first, then the known ones farther away. */
export function gridShops(found: readonly ShopCard[]): ListedShop[] {
  const slugs = new Set(found.map(({ slug }) => slug));
  return [...found.map(fromCard), ...KNOWN_SHOPS.filter(({ slug }) => !slugs.has(slug))];
}

function fromCard(card: ShopCard): ListedShop {
  const { open_time, close_time, time_zone } = card;
  return {
    slug: card.slug,
    name: shopName(card),
    ...(card.address ? { address: card.address } : {}),
    ...(open_time && close_time ? { hours: { open_time, close_time, time_zone } } : {}),
    isPaused: card.paused,
    ...(card.distance_km === undefined ? {} : { distanceKm: card.distance_km }),
  };
}
