import { expect, it } from 'vitest';
import { countEvents, countOrders, type Placed } from './deliveries.ts';
import { cityOptions } from './options.ts';
import { limitOfMachine, type Measured, missedGoals } from './verdict.ts';

const good: Measured = {
  cities: 1,
  reads: [5, 10, 20],
  orders: [10, 20],
  shopScreens: [8],
  customerScreens: [9],
  errors: {},
  lostOrders: 0,
  doubledOrders: 0,
  lostEvents: 0,
  doubledEvents: 0,
  brokenConnections: 0,
  oldestEventSeconds: 0.2,
};

it('misses no goal with good figures', () => {
  expect(missedGoals(good)).toEqual([]);
});

it.each([
  [{ reads: [301] }, 'p99 of reads', '301 ms', '≤ 300 ms'],
  [{ orders: [501] }, 'p99 of orders', '501 ms', '≤ 500 ms'],
  [{ shopScreens: [1_200] }, "p99 from commit to the shop's screen", '1200 ms', '≤ 1000 ms'],
  [{ customerScreens: [1_200] }, "p99 from commit to the customer's screen", '1200 ms', '≤ 1000 ms'],
  [{ errors: { 'order: 503': 2, 'search: 500': 1 } }, 'failed calls', '3', '0'],
  [{ lostOrders: 1 }, 'lost orders', '1', '0'],
  [{ doubledOrders: 1 }, 'orders placed twice', '1', '0'],
  [{ lostEvents: 1 }, 'lost events', '1', '0'],
  [{ doubledEvents: 1 }, 'events sent twice', '1', '0'],
  [{ brokenConnections: 4 }, 'streams and sockets not connected', '4', '0'],
  [{ oldestEventSeconds: 5.25 }, 'age of the oldest undelivered event', '5.3 s', '≤ 5 s'],
  [{ reads: [], orders: [] }, 'answers', 'none', 'at least one'],
])('names the goal that %o misses', (figures, what, measured, goal) => {
  expect(missedGoals({ ...good, ...figures })).toEqual([{ what, measured, goal }]);
});

it('names the goal that is missed by the largest factor first, and losses before times', () => {
  const missed = missedGoals({ ...good, reads: [330], orders: [2_000], lostEvents: 1 });
  expect(missed.map(({ what }) => what)).toEqual(['lost events', 'p99 of orders', 'p99 of reads']);
});

it('reports when the machine or the load generator was the limit', () => {
  const load = { cpu: { api: 0.6, PostgreSQL: 0.4, load: 0.3 }, cores: 2, latenessMs: 3 };
  expect(limitOfMachine(load)).toBeUndefined();
  expect(limitOfMachine({ ...load, latenessMs: 80 })).toContain('itself was late');
  expect(limitOfMachine({ ...load, cpu: { ...load.cpu, others: 0.7 } })).toContain('0.70 other programs');
  expect(limitOfMachine({ ...load, cpu: { ...load.cpu, api: 1.2 } })).toContain(
    '1.90 of 2 cores, 0.30 the load generator, 0.00 other',
  );
});

const placed: Placed = { id: 7, shopId: 1, steps: ['Accepted', 'Ready'], events: ['Accepted', 'Ready'] };

it.each([
  ['an order that one of two screens was not sent', placed, [[7], [6]], { lost: 1, doubled: 0 }],
  ['an order that a screen was sent twice', placed, [[7], [7, 7]], { lost: 0, doubled: 1 }],
  ['an order of a shop without a screen', placed, [], { lost: 1, doubled: 0 }],
  ['a step that the customer was not sent', { ...placed, events: ['Ready' as const] }, [[7]], { lost: 1, doubled: 0 }],
  [
    'a step that the customer was sent twice',
    { ...placed, events: [...placed.events, 'Ready' as const] },
    [[7]],
    { lost: 0, doubled: 1 },
  ],
  ['nothing when all arrived once', placed, [[7], [7]], { lost: 0, doubled: 0 }],
])('counts %s', (_, order, screens, expected) => {
  const open = screens.map((orderIds) => ({ shopId: 1, orderIds }));
  expect(countEvents([order], [...open, { shopId: 2, orderIds: [] }])).toEqual(expected);
});

it.each([
  ['an order that was answered and is not stored', [1, 2], [1], 0, { lost: 1, doubled: 0 }],
  ['an order that answers two requests', [1, 1], [1], 0, { lost: 0, doubled: 1 }],
  ['an order that nobody placed', [1], [1, 2], 0, { lost: 0, doubled: 1 }],
  ['nothing for an order whose answer did not come', [1], [1, 2], 1, { lost: 0, doubled: 0 }],
])('counts %s', (_, answered, stored, unanswered, expected) => {
  expect(countOrders(answered, stored, unanswered)).toEqual(expected);
});

it('reads its options', () => {
  expect(cityOptions(['city', '--minutes', '1', '--cities', '1,0.5'])).toEqual({
    cities: [0.5, 1],
    riseSeconds: 0,
    busiestSeconds: 60,
    hasRedis: false,
    seed: 1,
  });
  expect(cityOptions(['--url', 'https://staging.example/path'])).toMatchObject({
    url: 'https://staging.example',
    riseSeconds: 60,
  });
});

it.each([
  ['--cities', '0'],
  ['--cities', 'two'],
  ['--minutes', '0'],
  ['--minutes', '11'],
  ['--url', 'staging'],
])('refuses %s %s', (...args) => {
  expect(() => cityOptions(args)).toThrow('Usage');
});
