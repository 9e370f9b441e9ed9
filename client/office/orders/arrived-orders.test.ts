import type { OrderView } from '@haat/contract/orders/orders.calls';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { sampleOrder } from '../../test/samples.ts';
import { putOpen, putOrder, putWhereShown, readWithArrivals } from './arrived-orders.ts';
import { openOrdersQuery, orderPagesQuery } from './board/shop-order-queries.ts';

const orderOf = (id: number, version: number, changes: Partial<OrderView> = {}) =>
  sampleOrder({ id, version, ...changes });
const open = [orderOf(2, 1, { order_status: 'Accepted' }), orderOf(5, 0)];
const facts = (orders: readonly OrderView[] | undefined) =>
  orders?.map(({ id, version, order_status }) => [id, version, order_status]);

it.each([
  [
    'puts a new order at its place',
    orderOf(4, 0),
    [
      [2, 1, 'Accepted'],
      [4, 0, 'Pending'],
      [5, 0, 'Pending'],
    ],
  ],
  [
    'puts the newest at the end',
    orderOf(9, 0),
    [
      [2, 1, 'Accepted'],
      [5, 0, 'Pending'],
      [9, 0, 'Pending'],
    ],
  ],
  [
    'replaces an older state',
    orderOf(2, 2, { order_status: 'Ready' }),
    [
      [2, 2, 'Ready'],
      [5, 0, 'Pending'],
    ],
  ],
  ['takes out what has ended', orderOf(5, 1, { order_status: 'Declined' }), [[2, 1, 'Accepted']]],
  ['cannot say where one that is under way was', orderOf(7, 3, { order_status: 'Ready' }), undefined],
  [
    'cannot say what another content of the same version is',
    orderOf(5, 0, { accept_by: '2026-11-21T09:05:00.000Z' }),
    undefined,
  ],
  ['cannot say what a status of a newer server is', orderOf(5, 1, { order_status: 'Lost' as 'Ready' }), undefined],
] as const)('%s', (_, arrived, expected) => {
  expect(facts(putOpen(open, arrived))).toEqual(expected);
});

it('leaves the list as it is for an older state, the same one, and an ended order that is not there', () => {
  const older = orderOf(2, 0);
  const ended = orderOf(8, 4, { order_status: 'Delivered' });
  const waiting = { ...orderOf(5, 0), order_status: 'Accepted' as const };
  for (const arrived of [older, ended, orderOf(5, 0), orderOf(2, 0, { order_status: 'Cancelled' }), waiting])
    expect(putOpen(open, arrived)).toBe(open);
  expect(putWhereShown(open, orderOf(4, 0))).toBe(open);
});

it('leaves to the server what has no version', () => {
  const unversioned = sampleOrder({ id: 5 });
  expect(putOpen([unversioned], orderOf(5, 1))).toBeUndefined();
  expect(putOrder(new QueryClient(), unversioned)).toBe(false);
});

function cached() {
  const queries = new QueryClient();
  const [all, done] = [openOrdersQuery(3), orderPagesQuery(3, { group: 'done' })];
  const elsewhere = openOrdersQuery(4);
  queries.setQueryData(all.queryKey, open, { updatedAt: 1_000 });
  queries.setQueryData(elsewhere.queryKey, open);
  queries.setQueryData(done.queryKey, {
    pages: [[orderOf(3, 5, { order_status: 'Delivered' })], [orderOf(1, 5, { order_status: 'Delivered' })]],
    pageParams: [undefined, { after: 3 }],
  });
  return {
    queries,
    all: () => queries.getQueryData(all.queryKey),
    readAt: () => queries.getQueryState(all.queryKey)?.dataUpdatedAt,
    done: () => queries.getQueryData(done.queryKey)?.pages,
    elsewhere: () => queries.getQueryData(elsewhere.queryKey),
  };
}

it('shows an order in all lists of its shop, which were read when they were', () => {
  const { queries, all, readAt, done, elsewhere } = cached();
  expect(putOrder(queries, orderOf(5, 1, { order_status: 'Accepted' }))).toBe(true);
  expect(facts(all())).toEqual([
    [2, 1, 'Accepted'],
    [5, 1, 'Accepted'],
  ]);
  expect(readAt()).toBe(1_000);
  expect(elsewhere()).toBe(open);
  const pages = done();
  expect(putOrder(queries, orderOf(1, 6, { order_status: 'Returned' }))).toBe(true);
  expect(done()?.map(facts)).toEqual([[[3, 5, 'Delivered']], [[1, 6, 'Returned']]]);
  expect(done()?.[0]).toBe(pages?.[0]);
});

it('does not bring back an order that has left, when an older state arrives late', () => {
  const { queries, all } = cached();
  putOrder(queries, orderOf(6, 0));
  putOrder(queries, orderOf(6, 1, { order_status: 'Declined' }));
  expect(putOrder(queries, orderOf(6, 0))).toBe(true);
  expect(facts(all())).toEqual(facts(open));
});

function reading() {
  const { queries, all } = cached();
  const { queryKey } = openOrdersQuery(3);
  const answers = [Promise.withResolvers<OrderView[]>(), Promise.withResolvers<OrderView[]>()] as const;
  let nth = 0;
  const answer = async () => (await answers[nth++]?.promise) ?? [];
  const read = queries.fetchQuery({
    queryKey,
    queryFn: (query) => readWithArrivals(query, answer, putOpen),
    retry: false,
    staleTime: 0,
  });
  return { queries, all, read, first: answers[0], second: answers[1] };
}

it('shows what arrives during a reading with its answer, unless that is newer', async () => {
  const { queries, all, read, first } = reading();
  putOrder(queries, orderOf(2, 2, { order_status: 'Ready' }));
  putOrder(queries, orderOf(5, 1, { order_status: 'Accepted' }));
  expect(putOrder(queries, orderOf(7, 0))).toBe(true);
  expect(all()).toBe(open);
  first.resolve([orderOf(2, 1), orderOf(5, 2, { order_status: 'Ready' })]);
  await read;
  expect(facts(all())).toEqual([
    [2, 2, 'Ready'],
    [5, 2, 'Ready'],
    [7, 0, 'Pending'],
  ]);
  putOrder(queries, orderOf(8, 0));
  expect(all()).toHaveLength(4);
});

it('shows what arrives during a reading that fails', async () => {
  const { queries, all, read, first } = reading();
  putOrder(queries, orderOf(7, 0));
  first.reject(new Error('no answer'));
  await expect(read).rejects.toThrow('no answer');
  expect(facts(all())).toEqual([...(facts(open) ?? []), [7, 0, 'Pending']]);
});

it('reads once more when an answer has another content of the version that has arrived', async () => {
  const { queries, all, read, first, second } = reading();
  const later = orderOf(5, 1, { accept_by: '2026-11-21T09:05:00.000Z' });
  putOrder(queries, orderOf(5, 1));
  first.resolve([later]);
  second.resolve([later]);
  await read;
  expect(all()).toEqual([later]);
});
