import { expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/payments/providers.ts';
import {
  arrivals,
  BUSIEST_MINUTE,
  CITY,
  CONNECTIONS_PER_CITY,
  EVENING_MINUTES,
  ordersPerSecond,
  rateAt,
  SOCKETS,
  thinkMs,
} from './evening.ts';

/** Orders of a city from one minute to another, second by second. */
function ordersBetween(from: number, until: number): number {
  let orders = 0;
  for (let second = from * 60; second < until * 60; second++) orders += ordersPerSecond((second + 0.5) / 60);
  return orders;
}

it('has 15 % of the orders of a day in its busiest hour, and three times that rate in its busiest minute', () => {
  const hours = Array.from({ length: EVENING_MINUTES - 59 }, (_, from) => ordersBetween(from, from + 60));
  const busiest = Math.max(...hours);
  expect(busiest / (CITY.ordersPerDay * CITY.busiestHourShare)).toBeCloseTo(1, 2);
  expect(ordersBetween(BUSIEST_MINUTE, BUSIEST_MINUTE + 1)).toBeCloseTo((3 * busiest) / 60, -1);
  expect(ordersPerSecond(BUSIEST_MINUTE)).toBe(10);
});

it('has no busier minute than that, and an end', () => {
  for (let minute = 0; minute <= EVENING_MINUTES; minute += 0.25)
    expect(ordersPerSecond(minute)).toBeLessThanOrEqual(10);
  expect(ordersBetween(0, EVENING_MINUTES)).toBeLessThan(CITY.ordersPerDay / 2);
  expect(() => ordersPerSecond(EVENING_MINUTES + 1)).toThrow(Error);
});

it('has 7,000 sockets and 3,000 streams in that hour', () => {
  expect(SOCKETS).toEqual({ visitors: 4_000, customers: 3_000 });
  expect(CONNECTIONS_PER_CITY).toBe(10_000);
});

it('passes through the rise of the evening at its true rates', () => {
  const length = { riseSeconds: 60, busiestSeconds: 60 };
  expect(rateAt(0, length)).toBe(ordersPerSecond(0));
  expect(rateAt(30, length)).toBe(ordersPerSecond(60));
  expect(rateAt(60, length)).toBe(10);
  expect(rateAt(119.9, length)).toBe(10);
  expect(rateAt(0, { riseSeconds: 0, busiestSeconds: 60 })).toBe(10);
});

it('lets people arrive at those rates, the same ones for the same seed', () => {
  const at = { riseSeconds: 0, busiestSeconds: 60, perOrder: 4 };
  const seconds = arrivals({ ...at, chance: seededRandom(7) });
  expect(seconds.length).toBeGreaterThan(2_250);
  expect(seconds.length).toBeLessThan(2_550);
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  expect(arrivals({ ...at, chance: seededRandom(7) })).toEqual(seconds);
  const rising = arrivals({ ...at, riseSeconds: 60, chance: seededRandom(7) });
  const [rise, busiest] = [rising.filter((second) => second < 60), rising.filter((second) => second >= 60)];
  expect(rise.length).toBeLessThan(busiest.length / 3);
});

it('pauses as long as the mean on average, and never for very long', () => {
  const chance = seededRandom(3);
  const times = Array.from({ length: 10_000 }, () => thinkMs(1_000, chance));
  const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
  expect(mean).toBeGreaterThan(930);
  expect(mean).toBeLessThan(1_030);
  expect(Math.max(...times)).toBeLessThanOrEqual(4_000);
});
