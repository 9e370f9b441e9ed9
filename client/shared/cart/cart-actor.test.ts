import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CartActor, type CartOwner, createCartActor } from './cart-actor.ts';
import { onCartStored } from './cart-storage.ts';

const GUEST = 'cart_guest_dairy';
const OWN = 'cart_7_dairy';
const milk = { id: '2-0-0-1', name: 'Milk', price: 27, quantity: 1, image: '', shopId: 3 };
const ghee = { id: '1-0-0-5', name: 'Ghee', price: 125, quantity: 2, image: '', shopId: 3 };
const cartOf = (...lines: (typeof milk)[]) => Object.fromEntries(lines.map((line) => [line.id, line]));
const store = (key: string, ...lines: (typeof milk)[]) => localStorage.setItem(key, JSON.stringify(cartOf(...lines)));
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;

const guest: CartOwner = { userId: undefined, shopSlug: 'dairy' };
const user: CartOwner = { userId: 7, shopSlug: 'dairy' };
const shown = (actor: CartActor) => actor.getSnapshot().cart;

/** The actor with its machine. */
async function withMachine(actor: CartActor): Promise<CartActor> {
  stops.push(actor.start());
  await actor.loaded();
  return actor;
}
let stops: (() => void)[] = [];

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.restoreAllMocks();
});

describe.each([
  ['before its machine is there', (actor: CartActor) => actor],
  ['with its machine', withMachine],
])('the cart %s', (_, prepared) => {
  const cart = async (owner: CartOwner) => prepared(createCartActor(owner));

  it('is what was stored', async () => {
    store(GUEST, ghee);
    expect((await cart(guest)).getSnapshot()).toEqual({ ...guest, cart: cartOf(ghee), isLoaded: true });
  });

  it('stores every change at once', async () => {
    const actor = await cart(guest);
    actor.send({ type: 'line.added', line: milk });
    actor.send({ type: 'line.added', line: ghee, quantity: 2 });
    actor.send({ type: 'line.changed', lineId: milk.id, delta: 2 });
    actor.send({ type: 'repriced', lines: [{ id: ghee.id, price: 130, stock: 1 }] });
    const now = cartOf({ ...milk, quantity: 3 }, { ...ghee, price: 130, quantity: 1 });
    expect([shown(actor), stored(GUEST)]).toEqual([now, now]);
    actor.send({ type: 'cleared' });
    expect([shown(actor), stored(GUEST)]).toEqual([{}, null]);
  });

  it('notifies of lines that the customer removes, and of no others', async () => {
    store(GUEST, milk, ghee);
    const actor = await cart(guest);
    const emitted: unknown[] = [];
    actor.onEmitted((each) => emitted.push(each));
    actor.send({ type: 'line.changed', lineId: ghee.id, delta: -2 });
    actor.send({ type: 'emptied' });
    actor.send({ type: 'line.added', line: milk });
    actor.send({ type: 'cleared' });
    expect(emitted).toEqual([
      { type: 'lines.removed', key: GUEST, removed: [{ line: ghee, at: 1 }] },
      { type: 'lines.removed', key: GUEST, removed: [{ line: milk, at: 0 }] },
    ]);
  });

  it('keeps the carts of users and shops apart', async () => {
    store(OWN, ghee);
    const actor = await cart(user);
    actor.send({ type: 'line.added', line: milk });
    actor.send({ type: 'identity.changed', userId: undefined });
    await vi.waitFor(() => expect(actor.getSnapshot().isLoaded).toBe(true));
    actor.send({ type: 'line.added', line: milk });
    actor.send({ type: 'shop.changed', shopSlug: 'bakery' });
    await vi.waitFor(() => expect(actor.getSnapshot().isLoaded).toBe(true));
    actor.send({ type: 'line.added', line: ghee });
    expect([stored(OWN), stored(GUEST), stored('cart_guest_bakery')]).toEqual([
      cartOf(ghee, milk),
      cartOf(milk),
      cartOf({ ...ghee, quantity: 1 }),
    ]);
    actor.send({ type: 'allCleared' });
    expect([Object.keys(localStorage), shown(actor)]).toEqual([[], {}]);
  });

  it('accepts nothing without a shop', async () => {
    const actor = await cart({ userId: undefined, shopSlug: undefined });
    actor.send({ type: 'line.added', line: milk });
    expect([actor.getSnapshot().isLoaded, shown(actor), Object.keys(localStorage)]).toEqual([false, {}, []]);
  });

  it('follows another tab, but only in its own cart', async () => {
    const actor = await cart(user);
    actor.send({ type: 'stored.changed', key: GUEST, cart: cartOf(milk) });
    expect(shown(actor)).toEqual({});
    actor.send({ type: 'stored.changed', key: OWN, cart: cartOf(milk) });
    expect(shown(actor)).toEqual(cartOf(milk));
  });
});

it('counts what was added before the machine was there once', async () => {
  const actor = createCartActor(guest);
  actor.send({ type: 'line.added', line: milk });
  await withMachine(actor);
  actor.send({ type: 'line.added', line: milk });
  expect([shown(actor), stored(GUEST)]).toEqual([cartOf({ ...milk, quantity: 2 }), cartOf({ ...milk, quantity: 2 })]);
});

it('shows no other state when its machine takes over', async () => {
  store(GUEST, milk);
  const actor = createCartActor(guest);
  const states: unknown[] = [];
  actor.subscribe(() => states.push(actor.getSnapshot()));
  await withMachine(actor);
  expect(states).toEqual([{ ...guest, cart: cartOf(milk), isLoaded: true }]);
});

describe('another tab that changes the cart while the machine is loading', () => {
  it('loses nothing to a change here, though its event has not arrived yet', () => {
    const actor = createCartActor(guest);
    store(GUEST, ghee);
    actor.send({ type: 'line.added', line: milk });
    expect([shown(actor), stored(GUEST)]).toEqual([cartOf(ghee, milk), cartOf(ghee, milk)]);
  });

  it('is seen by the machine, though its event has not arrived yet', async () => {
    const actor = createCartActor(guest);
    actor.send({ type: 'line.added', line: milk });
    store(GUEST, milk, ghee);
    await withMachine(actor);
    expect(shown(actor)).toEqual(cartOf(milk, ghee));
  });

  it('has the last word with its event, wherever the machine is', async () => {
    const actor = createCartActor(guest);
    const stop = onCartStored((key = '') => {
      actor.send({ type: 'stored.changed', key, cart: stored(GUEST) as ReturnType<typeof cartOf> });
    });
    actor.send({ type: 'line.added', line: milk });
    const loading = withMachine(actor);
    store(GUEST, ghee);
    window.dispatchEvent(new StorageEvent('storage', { key: GUEST }));
    expect(shown(actor)).toEqual(cartOf(ghee));
    await loading;
    expect([shown(actor), stored(GUEST)]).toEqual([cartOf(ghee), cartOf(ghee)]);
    stop();
  });
});

describe('a guest cart at the login, before the machine is there', () => {
  it('is not merged without it, and what is added meanwhile becomes part of the merge', async () => {
    store(GUEST, ghee);
    store(OWN, milk);
    const actor = createCartActor(guest);
    actor.send({ type: 'identity.changed', userId: 7 });
    expect(actor.getSnapshot()).toEqual({ ...user, cart: {}, isLoaded: false });
    actor.send({ type: 'line.added', line: ghee });
    await withMachine(actor);
    await vi.waitFor(() => expect(actor.getSnapshot().isLoaded).toBe(true));
    const merged = cartOf(milk, { ...ghee, quantity: 3 });
    expect([shown(actor), stored(OWN), stored(GUEST)]).toEqual([merged, merged, null]);
  });

  it('needs the machine at once', async () => {
    store(GUEST, ghee);
    const actor = createCartActor(user);
    stops.push(actor.start());
    await vi.waitFor(() => expect(shown(actor)).toEqual(cartOf(ghee)), { timeout: 250 });
  });
});
