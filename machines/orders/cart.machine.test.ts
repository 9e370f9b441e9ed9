import { type Cart, type CartLine, mergeCarts } from '@haat/contract/orders/cart';
import { expect, it } from 'vitest';
import { assign, createActor, fromPromise, waitFor } from 'xstate';
import { cartMachine, type CartNotification, type MergeCarts, type MergedCart } from './cart.machine.ts';

const tea: CartLine = { id: '1-0-0-0', name: 'Tea', price: 120, quantity: 1, image: '', shopId: 1 };
const milk: CartLine = { id: '2-0-0-0', name: 'Milk', price: 27.5, quantity: 1, image: '', shopId: 1 };
const cartOf = (...lines: CartLine[]): Cart => Object.fromEntries(lines.map((line) => [line.id, line]));

/** Carts as a browser keeps them: by key. */
function startCart(stored: Record<string, Cart> = {}, userId?: number) {
  const store = new Map(Object.entries(stored));
  const read = (key: string) => store.get(key) ?? {};
  const mergeGuestCart = async ({ input: { key, guestKey } }: { input: MergeCarts }): Promise<MergedCart> => {
    const guest = read(guestKey);
    store.set(key, mergeCarts(read(key), guest)).delete(guestKey);
    return { cart: read(key), merged: Object.values(guest) };
  };
  const machine = cartMachine.provide({
    actors: { mergeGuestCart: fromPromise(mergeGuestCart) },
    guards: { hasGuestLines: (_, guestKey) => store.has(guestKey ?? '') },
    actions: {
      readCart: assign((_, { key }: { key: string }) => ({ cart: read(key) })),
      // Like the storage, which keeps no empty carts.
      saveCart: (_, { key, cart }) => void (Object.keys(cart).length > 0 ? store.set(key, cart) : store.delete(key)),
      removeAllCarts: () => store.clear(),
    },
  });
  const cart = createActor(machine, { input: { userId, shopSlug: 'dairy' } });
  const emitted: CartNotification[] = [];
  cart.on('*', (each) => void emitted.push(each));
  cart.start();
  const lines = () => cart.getSnapshot().context.cart;
  return { cart, store, emitted, lines, ready: () => waitFor(cart, (state) => state.matches('ready')) };
}

it('is what was stored', () => {
  const { cart, lines } = startCart({ cart_guest_dairy: cartOf(tea) });
  expect([cart.getSnapshot().value, lines()]).toEqual(['ready', cartOf(tea)]);
});

it('is empty until the guest cart is merged', async () => {
  const { cart, lines, ready } = startCart({ cart_7_dairy: cartOf(tea), cart_guest_dairy: cartOf(milk) }, 7);
  expect([cart.getSnapshot().value, lines()]).toEqual(['merging', {}]);
  await ready();
  expect(lines()).toEqual(cartOf(tea, milk));
});

it('is empty when the merge fails', async () => {
  const actors = { mergeGuestCart: fromPromise<MergedCart, MergeCarts>(() => Promise.reject(new Error('damaged'))) };
  const machine = cartMachine.provide({ actors, guards: { hasGuestLines: () => true } });
  const cart = createActor(machine, { input: { userId: 1, shopSlug: 'dairy' } }).start();
  await waitFor(cart, (state) => state.matches('ready'));
  expect(cart.getSnapshot().context.cart).toEqual({});
});

it('adds the lines that were added during the merge to the stored ones', async () => {
  const { cart, store, lines, ready } = startCart({ cart_7_dairy: cartOf(tea), cart_guest_dairy: cartOf(milk) }, 7);
  cart.send({ type: 'line.added', line: tea });
  cart.send({ type: 'line.added', line: milk, quantity: 2 });
  await ready();
  expect(lines()).toEqual(cartOf({ ...tea, quantity: 2 }, { ...milk, quantity: 3 }));
  expect(store.get('cart_7_dairy')).toEqual(lines());
});

it('does not carry lines that were added during the merge to another shop', async () => {
  const { cart, lines, ready } = startCart({ cart_guest_dairy: cartOf(milk) }, 7);
  cart.send({ type: 'line.added', line: tea });
  cart.send({ type: 'shop.changed', shopSlug: 'bakery' });
  await ready();
  expect(lines()).toEqual({});
});

it('saves every change', async () => {
  const { cart, store, ready } = startCart();
  await ready();
  cart.send({ type: 'line.added', line: tea });
  cart.send({ type: 'line.added', line: milk, quantity: 3 });
  cart.send({ type: 'line.changed', lineId: tea.id, delta: 2 });
  cart.send({ type: 'line.changed', lineId: milk.id, delta: -3 });
  cart.send({ type: 'line.changed', lineId: 'unknown', delta: 5 });
  expect(store.get('cart_guest_dairy')).toEqual(cartOf({ ...tea, quantity: 3 }));
});

it("merges the guest cart of the shop into the user's cart on login, once", async () => {
  const { cart, store, emitted, lines, ready } = startCart({
    cart_guest_dairy: cartOf({ ...tea, quantity: 3 }, milk),
    cart_7_dairy: cartOf({ ...tea, quantity: 2 }),
    cart_guest_bakery: cartOf(milk),
  });
  await ready();
  cart.send({ type: 'identity.changed', userId: 7 });
  await ready();
  const merged = cartOf({ ...tea, quantity: 5 }, milk);
  expect(lines()).toEqual(merged);
  expect(Object.fromEntries(store)).toEqual({ cart_7_dairy: merged, cart_guest_bakery: cartOf(milk) });

  cart.send({ type: 'shop.changed', shopSlug: 'bakery' });
  await ready();
  cart.send({ type: 'shop.changed', shopSlug: 'dairy' });
  await ready();
  expect(lines()).toEqual(merged);
  expect(emitted).toEqual([
    { type: 'guest.merged', key: 'cart_7_dairy', lines: [{ ...tea, quantity: 3 }, milk] },
    { type: 'guest.merged', key: 'cart_7_bakery', lines: [milk] },
  ]);
});

it('follows another tab that stored the cart during the merge', async () => {
  const { cart, store, lines, ready } = startCart({ cart_7_dairy: cartOf(tea), cart_guest_dairy: cartOf(tea) }, 7);
  cart.send({ type: 'stored.changed', key: 'cart_7_dairy', cart: cartOf(milk) });
  store.set('cart_7_dairy', cartOf(milk));
  await ready();
  expect(lines()).toEqual(cartOf(milk));
});

it('emits the lines that the customer removed, with their positions, and nothing else', async () => {
  const { cart, store, emitted, lines, ready } = startCart({ cart_7_dairy: cartOf(tea, milk) }, 7);
  await ready();
  cart.send({ type: 'line.changed', lineId: tea.id, delta: 1 });
  cart.send({ type: 'line.changed', lineId: milk.id, delta: -1 });
  expect(emitted).toEqual([{ type: 'lines.removed', key: 'cart_7_dairy', removed: [{ line: milk, at: 1 }] }]);

  cart.send({ type: 'emptied' });
  expect([lines(), store.has('cart_7_dairy')]).toEqual([{}, false]);
  expect(emitted[1]).toEqual({
    type: 'lines.removed',
    key: 'cart_7_dairy',
    removed: [{ line: { ...tea, quantity: 2 }, at: 0 }],
  });
  cart.send({ type: 'line.added', line: tea });
  cart.send({ type: 'cleared' });
  expect(emitted).toHaveLength(2);
});

it('keeps the carts of two shops apart', async () => {
  const { cart, lines, ready } = startCart({ cart_7_dairy: cartOf(tea) }, 7);
  await ready();
  cart.send({ type: 'shop.changed', shopSlug: 'bakery' });
  expect(lines()).toEqual({});
  await ready();
  cart.send({ type: 'line.added', line: milk });
  cart.send({ type: 'shop.changed', shopSlug: 'dairy' });
  await ready();
  expect(lines()).toEqual(cartOf(tea));
});

it('does not load again for the identity and shop it has', async () => {
  const { cart, ready } = startCart({}, 7);
  await ready();
  cart.send({ type: 'identity.changed', userId: 7 });
  cart.send({ type: 'shop.changed', shopSlug: 'dairy' });
  expect(cart.getSnapshot().matches('ready')).toBe(true);
});

it('removes the stored cart when it is cleared, and only that', async () => {
  const { cart, store, lines, ready } = startCart({ cart_7_dairy: cartOf(tea), cart_7_bakery: cartOf(milk) }, 7);
  await ready();
  cart.send({ type: 'cleared' });
  expect(lines()).toEqual({});
  expect([...store.keys()]).toEqual(['cart_7_bakery']);
  cart.send({ type: 'allCleared' });
  expect(store.size).toBe(0);
});

it('follows another tab, but only in its own cart', async () => {
  const { cart, lines, ready } = startCart({}, 7);
  await ready();
  cart.send({ type: 'stored.changed', key: 'cart_guest_dairy', cart: cartOf(tea) });
  expect(lines()).toEqual({});
  cart.send({ type: 'stored.changed', key: 'cart_7_dairy', cart: cartOf(milk) });
  expect(lines()).toEqual(cartOf(milk));
});

it('applies the prices and the stock of the shop', async () => {
  const { cart, store, ready } = startCart({ cart_7_dairy: cartOf({ ...tea, quantity: 5 }, milk) }, 7);
  await ready();
  const lines = [
    { id: tea.id, price: 99, stock: 2 },
    { id: milk.id, price: 27.5, stock: 0 },
  ];
  cart.send({ type: 'repriced', lines });
  expect(store.get('cart_7_dairy')).toEqual(cartOf({ ...tea, price: 99, quantity: 2 }));
});

it('is away without a shop, and accepts nothing there', async () => {
  const { cart, lines, ready } = startCart();
  await ready();
  cart.send({ type: 'shop.changed', shopSlug: undefined });
  cart.send({ type: 'line.added', line: tea });
  expect(cart.getSnapshot().value).toBe('away');
  expect(lines()).toEqual({});
});
