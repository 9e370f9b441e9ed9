import { DEFAULT_MIN_ORDER_VALUE, reachesMinimum } from '@haat/contract/orders/order-terms';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { stepsOf } from '@haat/machines/orders/order.machine';
import { toPaise } from '@haat/contract/rupees';
import type { SeededAddress, SeededVariant } from './seed-shops.ts';

export type PastOrder = {
  shopId: number;
  placedAt: Date;
  items: { variant: SeededVariant; quantity: number }[];
  totalPaise: number;
  minOrderPaise: number;
  /** Where it was brought; undefined when it was fetched. */
  address: SeededAddress | undefined;
  steps: { from: OrderStatus; to: OrderStatus; at: Date }[];
};

type PastMarket = {
  shops: readonly { id: number; minOrderPaise: number | null }[];
  variants: readonly SeededVariant[];
  addresses: readonly SeededAddress[];
  now: Date;
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How far each of a shop's orders has come, and between how many minutes and how many ago it was placed. */
const STAGES: { status: OrderStatus; minutesAgo: [number, number] }[] = [
  { status: 'Delivered', minutesAgo: [10 * 1440, 13.5 * 1440] },
  { status: 'Delivered', minutesAgo: [5 * 1440, 9.5 * 1440] },
  { status: 'Delivered', minutesAgo: [1.2 * 1440, 4.5 * 1440] },
  { status: 'In Transit', minutesAgo: [70, 150] },
  { status: 'Accepted', minutesAgo: [40, 65] },
  { status: 'Pending', minutesAgo: [4, 35] },
];

/**
 * What the customer ordered during the last fourteen days, oldest first: about five orders in each shop, some of them on
 * their way. The same market gets the same orders, at times that are counted from `now`.
 */
export function drawPastOrders(market: PastMarket): PastOrder[] {
  const random = seededRandom(2026);
  const orders = market.shops.flatMap((shop, at) =>
    STAGES.filter((_, stage) => stage !== 3 + (at % 3)).map((stage) => drawOrder(shop, stage, { market, random })),
  );
  return orders.toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
}

type Drawing = { market: PastMarket; random: () => number };

function drawOrder(
  shop: { id: number; minOrderPaise: number | null },
  { status, minutesAgo: [least, most] }: (typeof STAGES)[number],
  { market, random }: Drawing,
): PastOrder {
  const ago = (least + random() * (most - least)) * MINUTE;
  const placedAt =
    status === 'Delivered' ? inDaytime(market.now.getTime() - ago) : new Date(market.now.getTime() - ago);
  const catalog = market.variants.filter(({ shopId }) => shopId === shop.id);
  const items = pickItems(catalog, random);
  const totalPaise = items.reduce((sum, { variant, quantity }) => sum + variant.pricePaise * quantity, 0);
  const minOrderPaise = shop.minOrderPaise ?? toPaise(DEFAULT_MIN_ORDER_VALUE);
  const isDelivered = reachesMinimum(totalPaise, minOrderPaise) && random() < 0.85;
  const address = market.addresses[random() < 0.7 ? 0 : 1];
  const reached = status === 'In Transit' && !isDelivered ? 'Ready' : status;
  const steps = stepsUpTo(reached, { takeaway: !isDelivered, placedAt, random });
  return {
    shopId: shop.id,
    placedAt,
    items,
    totalPaise,
    minOrderPaise,
    address: isDelivered ? address : undefined,
    steps,
  };
}

function pickItems(catalog: readonly SeededVariant[], random: () => number): PastOrder['items'] {
  const count = 1 + Math.floor(random() * 4);
  const picked = new Set(Array.from({ length: count }, () => catalog[Math.floor(random() * catalog.length)]));
  return [...picked].flatMap((variant) => (variant ? [{ variant, quantity: 1 + Math.floor(random() * 2.4) }] : []));
}

// Each step a few minutes after the one before, so that the newest stage of STAGES never lies ahead of now.
type Stepping = { takeaway: boolean; placedAt: Date; random: () => number };

function stepsUpTo(status: OrderStatus, { takeaway, placedAt, random }: Stepping): PastOrder['steps'] {
  const passed = stepsOf({ takeaway });
  let at = placedAt.getTime();
  return passed.slice(1, passed.indexOf(status) + 1).map((to, step) => {
    at += (2 + random() * 14 + step * 12) * MINUTE;
    return { from: passed[step] ?? 'Pending', to, at: new Date(at) };
  });
}

/** The same day between 10 in the morning and 8 in the evening, Indian time. */
function inDaytime(time: number): Date {
  const offset = 5.5 * 60 * MINUTE;
  const midnight = Math.floor((time + offset) / DAY) * DAY - offset;
  const share = (time - midnight) / DAY;
  return new Date(midnight + (10 + share * 10) * 60 * MINUTE);
}

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
