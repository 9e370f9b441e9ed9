import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { storedCart } from './cart-actor.ts';

const GUEST = 'cart_guest_dairy';
const OWN = 'cart_7_dairy';
const milk = { id: '2-0-0-1', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 3 };
const ghee = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const cartOf = (...lines: (typeof milk)[]) => Object.fromEntries(lines.map((line) => [line.id, line]));
const store = (key: string, ...lines: (typeof milk)[]) => localStorage.setItem(key, JSON.stringify(cartOf(...lines)));
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;

const guest = { userId: undefined, shopSlug: 'dairy' };
const user = { userId: 7, shopSlug: 'dairy' };

const create = (input: { userId: number | undefined; shopSlug: string | undefined }) =>
  createActor(storedCart, { input });
let actor: ReturnType<typeof create>;
const start = (owner: Parameters<typeof create>[0]) => void (actor = create(owner).start());
const shown = () => actor.getSnapshot().context.cart;
const isReady = () => actor.getSnapshot().matches('ready');

beforeEach(() => localStorage.clear());
afterEach(() => {
  actor.stop();
  vi.restoreAllMocks();
});

it('is what was stored', () => {
  store(GUEST, ghee);
  start(guest);
  expect([isReady(), shown()]).toEqual([true, cartOf(ghee)]);
});

it('stores every change at once', () => {
  start(guest);
  actor.send({ type: 'line.added', line: milk });
  actor.send({ type: 'line.added', line: ghee, quantity: 2 });
  actor.send({ type: 'line.changed', lineId: milk.id, delta: 2 });
  actor.send({ type: 'repriced', lines: [{ id: ghee.id, price: 130, stock: 1 }] });
  const now = cartOf({ ...milk, quantity: 3 }, { ...ghee, price: 130, quantity: 1 });
  expect([shown(), stored(GUEST)]).toEqual([now, now]);
  actor.send({ type: 'cleared' });
  expect([shown(), stored(GUEST)]).toEqual([{}, null]);
});

it('notifies of lines that the customer removes, and of no others', () => {
  store(GUEST, milk, ghee);
  start(guest);
  const emitted: unknown[] = [];
  actor.on('*', (each) => void emitted.push(each));
  actor.send({ type: 'line.changed', lineId: ghee.id, delta: -2 });
  actor.send({ type: 'emptied' });
  actor.send({ type: 'line.added', line: milk });
  actor.send({ type: 'cleared' });
  expect(emitted).toEqual([
    { type: 'lines.removed', key: GUEST, removed: [{ line: ghee, at: 1 }] },
    { type: 'lines.removed', key: GUEST, removed: [{ line: milk, at: 0 }] },
  ]);
});

it('keeps the carts of users and shops apart', () => {
  store(OWN, ghee);
  start(user);
  actor.send({ type: 'line.added', line: milk });
  actor.send({ type: 'identity.changed', userId: undefined });
  actor.send({ type: 'line.added', line: milk });
  actor.send({ type: 'shop.changed', shopSlug: 'bakery' });
  actor.send({ type: 'line.added', line: ghee });
  expect([stored(OWN), stored(GUEST), stored('cart_guest_bakery')]).toEqual([
    cartOf(ghee, milk),
    cartOf(milk),
    cartOf({ ...ghee, quantity: 1 }),
  ]);
  actor.send({ type: 'allCleared' });
  expect([Object.keys(localStorage), shown()]).toEqual([[], {}]);
});

it('accepts nothing without a shop', () => {
  start({ userId: undefined, shopSlug: undefined });
  actor.send({ type: 'line.added', line: milk });
  expect([isReady(), shown(), Object.keys(localStorage)]).toEqual([false, {}, []]);
});

it('follows another tab, but only in its own cart', () => {
  start(user);
  actor.send({ type: 'stored.changed', key: GUEST, cart: cartOf(milk) });
  expect(shown()).toEqual({});
  actor.send({ type: 'stored.changed', key: OWN, cart: cartOf(milk) });
  expect(shown()).toEqual(cartOf(milk));
});

it('merges the guest cart at the login, with what is added meanwhile', async () => {
  store(GUEST, ghee);
  store(OWN, milk);
  start(guest);
  actor.send({ type: 'identity.changed', userId: 7 });
  expect([isReady(), shown()]).toEqual([false, {}]);
  actor.send({ type: 'line.added', line: ghee });
  await vi.waitFor(() => expect(isReady()).toBe(true));
  const merged = cartOf(milk, { ...ghee, quantity: 3 });
  expect([shown(), stored(OWN), stored(GUEST)]).toEqual([merged, merged, null]);
});
