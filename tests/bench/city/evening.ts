/**
 * What docs/scaling.md means by a city. Every order comes with four visitors, the customer among them, who make six calls
 * each; with two calls of its customer, who orders and reads the order; and with four of its shop, which reads its open orders
 * and takes three steps: 30 calls.
 */
export const CITY = {
  shops: 2_000,
  ordersPerDay: 80_000,
  /** Of the day, in the busiest hour. */
  busiestHourShare: 0.15,
  streamsPerShop: 1.5,
  visitorsPerOrder: 4,
  visitMinutes: 5,
  followMinutes: 15,
  callsPerOrder: 30,
} as const;

const ORDERS_IN_BUSIEST_HOUR = CITY.ordersPerDay * CITY.busiestHourShare;

/** The sockets of visitors, who watch a catalog, and of customers, who follow an order, in the busiest hour of a city. */
export const SOCKETS = {
  visitors: (ORDERS_IN_BUSIEST_HOUR * CITY.visitorsPerOrder * CITY.visitMinutes) / 60,
  customers: (ORDERS_IN_BUSIEST_HOUR * CITY.followMinutes) / 60,
};

/** Open streams and sockets of a city. */
export const CONNECTIONS_PER_CITY = CITY.shops * CITY.streamsPerShop + SOCKETS.visitors + SOCKETS.customers;

/** Orders per second of a city by the minute since 18:00, straight between these. The table is in docs/scaling.md. */
const CURVE: readonly (readonly [minute: number, perSecond: number])[] = [
  [0, 1],
  [60, 2],
  [90, 2.8],
  [117, 3],
  [118, 5],
  [119, 7],
  [120, 10],
  [121, 10],
  [122, 7],
  [123, 5],
  [124, 3],
  [150, 2.8],
  [180, 1.8],
  [240, 0.6],
];

/** The busiest minute begins here, and has the same rate from beginning to end. */
export const BUSIEST_MINUTE = 120;
export const EVENING_MINUTES = 240;

/** Orders per second of a city so many minutes after 18:00. */
export function ordersPerSecond(minute: number): number {
  const at = CURVE.findIndex(([until]) => minute <= until);
  const [before, after] = [CURVE[Math.max(at - 1, 0)], CURVE[at]];
  if (!before || !after) throw new Error(`The evening has ${EVENING_MINUTES} minutes`);
  if (after[0] === before[0]) return after[1];
  return before[1] + ((minute - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
}

/** How long a play lasts: the rise of the evening, passed through faster, and the busiest minute, or a part of it. */
export type PlayLength = { riseSeconds: number; busiestSeconds: number };

/**
 * Orders per second of a city at that second of a play. Only the evening is shortened, never the time between two calls: each
 * rate is one that the evening has.
 */
export function rateAt(second: number, { riseSeconds }: PlayLength): number {
  return ordersPerSecond(second < riseSeconds ? (second / riseSeconds) * BUSIEST_MINUTE : BUSIEST_MINUTE);
}

type Arriving = PlayLength & {
  /** How many of them come to one order of one city: the cities, times 4 for visitors. */
  perOrder: number;
  chance: () => number;
};

/** The seconds of a play at which people arrive, independently of each other (a Poisson process). */
export function arrivals({ perOrder, chance, ...length }: Arriving): number[] {
  const highest = ordersPerSecond(BUSIEST_MINUTE);
  const seconds: number[] = [];
  for (let at = 0; ;) {
    at += -Math.log(1 - chance()) / (highest * perOrder);
    if (at >= length.riseSeconds + length.busiestSeconds) return seconds;
    if (chance() < rateAt(at, length) / highest) seconds.push(at);
  }
}

/** A time to think, in ms: mostly shorter than the mean, at most four times as long. */
export const thinkMs = (meanMs: number, chance: () => number): number =>
  Math.min(-Math.log(1 - chance()) * meanMs, 4 * meanMs);
