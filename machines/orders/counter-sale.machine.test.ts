import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { RefusedError } from '@haat/contract/reason';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { addItem, amountOf, EMPTY_BASKET, totalsOf, toSale } from './basket.ts';
import { type Baskets, counterSaleMachine, type SaleRequest, type StoredSale } from './counter-sale.machine.ts';

const item = (variant_id: number, changes: Partial<CounterItem> = {}): CounterItem => ({
  variant_id,
  name: `Item ${variant_id}`,
  hindi_name: null,
  size: null,
  color: null,
  unit: null,
  price: 10.5,
  mrp: null,
  stock: 5,
  stock_unit: 'piece',
  content: 1,
  barcode: null,
  image: null,
  category: null,
  ...changes,
});

function openCounter(
  store: (request: SaleRequest) => Promise<StoredSale> = () => Promise.resolve({ number: 'H000001' }),
  input: Baskets = { basket: EMPTY_BASKET, parked: [] },
) {
  const provided = counterSaleMachine.provide({
    actors: { store: fromPromise<StoredSale, SaleRequest>(({ input }) => store(input)) },
  });
  return createActor(provided, { input }).start();
}

const add = (id: number, quantity = 1, changes?: Partial<CounterItem>) =>
  ({ type: 'added', item: item(id, changes), quantity }) as const;

class Refusal extends RefusedError {
  readonly body: unknown;
  constructor(code: 'out_of_stock' | 'price_changed', body: unknown) {
    super({ code });
    this.body = body;
  }
}

it('serves one customer after the other, and shows what the one before paid', async () => {
  const store = vi.fn<(request: SaleRequest) => Promise<StoredSale>>(() => Promise.resolve({ number: 'H000001' }));
  const counter = openCounter(store);
  for (const event of [add(1), add(2, 3), add(1)]) counter.send(event);
  counter.send({ type: 'pay', payment: 'cod' });
  counter.send({ type: 'received', key: 'first', receivedPaise: 10_000 });
  const { context } = await waitFor(counter, (state) => state.matches('selling'));
  expect(context).toMatchObject({
    basket: { lines: [] },
    sold: { number: 'H000001', request: { receivedPaise: 10_000 } },
  });
  const [request] = store.mock.calls[0] ?? [];
  expect(toSale(request!.basket, request!)).toEqual({
    lines: [
      { variant_id: 1, quantity: 2, price: 10.5 },
      { variant_id: 2, quantity: 3, price: 10.5 },
    ],
    total: 52.5,
    payment_method: 'cod',
  });
});

it('does not begin to pay without an item', () => {
  const counter = openCounter();
  counter.send({ type: 'pay', payment: 'cod' });
  expect(counter.getSnapshot().value).toBe('selling');
});

it('shows the baskets of another tab, and leaves the payment of a basket that has changed there', () => {
  const counter = openCounter();
  counter.send(add(1));
  counter.send({ type: 'pay', payment: 'cod' });
  const { basket } = counter.getSnapshot().context;
  const parked = [addItem(EMPTY_BASKET, { item: item(2), quantity: 3 })];
  counter.send({ type: 'changed.elsewhere', basket: structuredClone(basket), parked });
  expect(counter.getSnapshot()).toMatchObject({ value: 'paying', context: { basket, parked } });
  counter.send({ type: 'changed.elsewhere', basket: EMPTY_BASKET, parked: [] });
  expect(counter.getSnapshot()).toMatchObject({ value: 'selling', context: { basket: EMPTY_BASKET, parked: [] } });
});

it('begins the next basket with what is scanned while a sale is stored', async () => {
  const answer = Promise.withResolvers<StoredSale>();
  const counter = openCounter(() => answer.promise);
  counter.send(add(1));
  counter.send({ type: 'pay', payment: 'upi' });
  counter.send({ type: 'received', key: 'first' });
  counter.send(add(2));
  answer.resolve({ number: 'H000002' });
  const { context } = await waitFor(counter, (state) => state.matches('selling'));
  expect(context.basket.lines.map((line) => line.item.variant_id)).toEqual([2]);
});

it('brings back a sale that could not be stored, parks the next basket, and sends it with the same key', async () => {
  const keys: string[] = [];
  const counter = openCounter(({ key }) => {
    keys.push(key);
    return keys.length === 1 ? Promise.reject(new TypeError('offline')) : Promise.resolve({ number: 'H000003' });
  });
  counter.send(add(1));
  counter.send({ type: 'pay', payment: 'cod' });
  counter.send({ type: 'received', key: 'first' });
  counter.send(add(2));
  const { context } = await waitFor(counter, (state) => state.matches('paying'));
  expect(context.problem).toMatchObject({ key: 'counterSale.networkError' });
  expect(context.basket.lines[0]?.item.variant_id).toBe(1);
  expect(context.parked[0]?.lines[0]?.item.variant_id).toBe(2);
  counter.send({ type: 'received', key: 'second' });
  await waitFor(counter, (state) => state.matches('selling'));
  expect(keys).toEqual(['first', 'first']);
});

it('stores the sale that a reload has interrupted first, under its key, and keeps the next basket', async () => {
  const basket = addItem(EMPTY_BASKET, { item: item(1), quantity: 2 });
  const next = addItem(EMPTY_BASKET, { item: item(2), quantity: 1 });
  const request = { key: 'first', basket, payment: 'upi', sellsAnyway: false } as const;
  const store = vi.fn(() => Promise.resolve({ number: 'H000003' }));
  const counter = openCounter(store, { basket: next, parked: [], request, isStoring: true });
  const { context } = await waitFor(counter, (state) => state.matches('selling'));
  expect(store.mock.calls).toEqual([[request]]);
  expect(context).toMatchObject({ basket: next, sold: { number: 'H000003', request } });
});

it('keeps the key of a sale that was not stored over a reload, for the next attempt', async () => {
  const basket = addItem(EMPTY_BASKET, { item: item(1), quantity: 2 });
  const request = { key: 'first', basket, payment: 'cod', sellsAnyway: false } as const;
  const store = vi.fn((_: SaleRequest) => Promise.resolve({ number: 'H000004' }));
  const counter = openCounter(store, { basket, parked: [], request });
  expect(counter.getSnapshot().value).toBe('selling');
  counter.send({ type: 'pay', payment: 'cod' });
  counter.send({ type: 'received', key: 'second' });
  await waitFor(counter, (state) => state.matches('selling'));
  expect(store.mock.calls.map(([{ key }]) => key)).toEqual(['first']);
});

it('asks before it sells what the stock does not have', async () => {
  const requests: SaleRequest[] = [];
  const counter = openCounter((request) => {
    requests.push(request);
    const conflict = { lines: [{ variant_id: 1, name: 'Item 1', price: 10.5, stock: 2 }] };
    return request.sellsAnyway
      ? Promise.resolve({ number: 'H000004' })
      : Promise.reject(new Refusal('out_of_stock', conflict));
  });
  counter.send(add(1, 3));
  counter.send({ type: 'pay', payment: 'cod' });
  counter.send({ type: 'received', key: 'first' });
  await waitFor(counter, (state) => state.matches('asking'));
  counter.send({ type: 'confirmed' });
  await waitFor(counter, (state) => state.matches('selling'));
  expect(requests.map(({ sellsAnyway }) => sellsAnyway)).toEqual([false, true]);
});

it('takes the prices of now, and asks the customer for the new sum', async () => {
  const conflict = { lines: [{ variant_id: 1, name: 'Item 1', price: 12, stock: 5 }] };
  const counter = openCounter(() => Promise.reject(new Refusal('price_changed', conflict)));
  counter.send(add(1, 2));
  counter.send({ type: 'pay', payment: 'cod' });
  counter.send({ type: 'received', key: 'first' });
  await waitFor(counter, (state) => state.matches('asking'));
  counter.send({ type: 'confirmed' });
  const { context, value } = counter.getSnapshot();
  expect([value, totalsOf(context.basket).totalPaise]).toEqual(['paying', 2_400]);
});

it('parks a basket while another customer is served, and takes it up again', () => {
  const counter = openCounter();
  counter.send(add(1));
  counter.send({ type: 'parked' });
  counter.send(add(2));
  counter.send({ type: 'resumed', index: 0 });
  const { basket, parked } = counter.getSnapshot().context;
  expect([basket, ...parked].map(({ lines }) => lines[0]?.item.variant_id)).toEqual([1, 2]);
});

it('changes quantity, weight and price of a line, and the discount', () => {
  const counter = openCounter();
  counter.send(add(1, 1, { unit: '1 kg', price: 60 }));
  counter.send({ type: 'changed', variantId: 1, grams: 1_250 });
  const [weighed] = counter.getSnapshot().context.basket.lines;
  expect([weighed?.quantity, amountOf(weighed!)]).toEqual([2, 7_500]);
  counter.send({ type: 'changed', variantId: 1, chargedPaise: 5_000 });
  counter.send({ type: 'discounted', discountPaise: 250 });
  expect(totalsOf(counter.getSnapshot().context.basket)).toEqual({
    count: 1,
    grossPaise: 6_250,
    discountPaise: 250,
    totalPaise: 6_000,
  });
  counter.send({ type: 'changed', variantId: 1, quantity: 3 });
  expect(counter.getSnapshot().context.basket.lines[0]).toMatchObject({ quantity: 3, chargedPaise: 5_000 });
  counter.send({ type: 'changed', variantId: 1, quantity: 0 });
  expect(counter.getSnapshot().context.basket).toEqual({ lines: [], discountPaise: 0 });
});

const sugar = item(7, { unit: '1 kg', price: 48 });
/** The lines after these parcels, with what they cost. */
const linesAfter = (...added: Parameters<typeof addItem>[1][]) =>
  added
    .reduce(addItem, EMPTY_BASKET)
    .lines.map((line) => [line.grams ?? null, line.quantity, line.chargedPaise ?? null, amountOf(line)]);

it('adds the weight on the label of a scale, and of the next parcel, to what is there', () => {
  const parcel = { item: sugar, quantity: 1, weighed: { grams: 350 } };
  expect(linesAfter(parcel)).toEqual([[350, 1, null, 1680]]);
  expect(linesAfter(parcel, { ...parcel, weighed: { grams: 800 } })).toEqual([[1150, 2, null, 5520]]);
  expect(linesAfter({ item: sugar, quantity: 2 }, parcel)).toEqual([[2350, 3, null, 11_280]]);
  expect(linesAfter(parcel, { item: sugar, quantity: 1 })).toEqual([[1350, 2, null, 6480]]);
  expect(linesAfter({ ...parcel, quantity: 3 })).toEqual([[1050, 2, null, 5040]]);
  // An item that is sold by the piece.
  expect(linesAfter({ ...parcel, item: item(8) })).toEqual([[null, 1, null, 1050]]);
});

it('charges the price on the label of a scale, and derives the weight from it', () => {
  const parcel = { item: sugar, quantity: 1, weighed: { pricePaise: 2400 } };
  expect(linesAfter(parcel)).toEqual([[500, 1, null, 2400]]);
  expect(linesAfter({ ...parcel, weighed: { pricePaise: 2399 } })).toEqual([[500, 1, 4798, 2399]]);
  // No price is above the printed one, and the weight costs the amount.
  const printed = { ...sugar, mrp: 48 };
  expect(linesAfter({ item: printed, quantity: 1, weighed: { pricePaise: 2000 } })).toEqual([[417, 1, 4796, 2000]]);
  expect(linesAfter({ item: printed, quantity: 1, weighed: { pricePaise: 1000 } })).toEqual([[209, 1, 4785, 1000]]);
  expect(linesAfter({ ...parcel, item: item(8) })).toEqual([[null, 1, 2400, 2400]]);
});
