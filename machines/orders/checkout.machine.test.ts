import type { PlacedOrderView } from '@haat/contract/orders/orders.calls';
import type { PickUpContact } from '@haat/contract/accounts/contact';
import type { CartLine } from '@haat/contract/orders/cart';
import { RefusedError } from '@haat/contract/reason';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { checkoutMachine, noteLeft, orderTypeOf } from './checkout.machine.ts';
import { CartChangedError, type PaymentMethod, type PlaceRequest, requestToSend } from './place-request.ts';

const tea: CartLine = { id: '1-0-0-0', name: 'Tea', price: 125, quantity: 2, image: '', shopId: 1 };
const contact = { name: 'Test Customer', phone: '9876543210' };
const placed: PlacedOrderView = { orderId: 4, orderNumber: 'H000004', order_status: 'Pending', total: 250 };

type Start = {
  totalPaise?: number;
  payment?: PaymentMethod | undefined;
  profile?: PickUpContact;
  placeOrder?: (request: PlaceRequest) => Promise<PlacedOrderView>;
};

function startCheckout({
  totalPaise = 25_000,
  placeOrder = async () => placed,
  profile = contact,
  ...start
}: Start = {}) {
  const payment = 'payment' in start ? start.payment : 'cod';
  const did = { askToLogIn: vi.fn(), showSummary: vi.fn(), askForPayment: vi.fn(), placeOrder: vi.fn(placeOrder) };
  const machine = checkoutMachine.provide({
    actors: { placeOrder: fromPromise<PlacedOrderView, PlaceRequest>(({ input }) => did.placeOrder(input)) },
    actions: {
      askToLogIn: () => did.askToLogIn(),
      showSummary: (_, order) => did.showSummary(order),
      askForPayment: (_, request) => did.askForPayment(request),
    },
  });
  const input = { totalPaise, minimumPaise: 20_000, payment, takesOnline: true };
  const checkout = createActor(machine, { input }).start();
  checkout.send({ type: 'profile.changed', profile });
  const place = async (key = 'key-1', hasToken = true) => {
    checkout.send({ type: 'place', hasToken, key, lines: [tea] });
    await waitFor(checkout, (state) => !state.hasTag('busy'));
    return checkout.getSnapshot();
  };
  return { checkout, place, ...did };
}

function startReady(start?: Start) {
  const started = startCheckout(start);
  started.checkout.send({ type: 'address.changed', addressId: 9 });
  return started;
}

describe('before placing', () => {
  it('leads a guest to the login before anything else', async () => {
    const { place, askToLogIn, placeOrder } = startCheckout({ payment: undefined });
    const { context } = await place('key-1', false);
    expect(askToLogIn).toHaveBeenCalledOnce();
    expect(context.problem).toBeUndefined();
    expect(placeOrder).not.toHaveBeenCalled();
  });

  it('asks for a payment method before the address', async () => {
    const { place, placeOrder } = startCheckout({ payment: undefined });
    const { value, context } = await place();
    expect(context.problem).toEqual({ key: 'order.selectPayment' });
    expect(value).toEqual({ reviewing: 'order' });
    expect(placeOrder).not.toHaveBeenCalled();
  });

  it('asks for an address again when the last one was deleted, and leaves its popup open meanwhile', async () => {
    const { checkout, place, placeOrder } = startReady();
    checkout.send({ type: 'address.asked' });
    checkout.send({ type: 'address.changed', addressId: undefined });
    expect(checkout.getSnapshot().value).toEqual({ reviewing: 'address' });
    checkout.send({ type: 'address.dismissed' });
    expect((await place()).context.problem).toEqual({ key: 'order.addAddress' });
    expect(placeOrder).not.toHaveBeenCalled();
  });

  it('leaves the popup of the addresses for takeaway', () => {
    const { checkout } = startReady();
    checkout.send({ type: 'address.asked' });
    checkout.send({ type: 'type.chosen', orderType: 'takeaway' });
    const { value, context } = checkout.getSnapshot();
    expect([value, orderTypeOf(context)]).toEqual([{ reviewing: 'order' }, 'takeaway']);
  });

  it('asks for the address of a delivery, and opens its popup', async () => {
    const { checkout, place, placeOrder } = startCheckout();
    const { value, context } = await place();
    expect(context.problem).toEqual({ key: 'order.addAddress' });
    expect(value).toEqual({ reviewing: 'address' });
    expect(placeOrder).not.toHaveBeenCalled();

    checkout.send({ type: 'address.chosen', addressId: 9 });
    expect(checkout.getSnapshot()).toMatchObject({ value: { reviewing: 'order' }, context: { problem: undefined } });
  });

  it('needs no address for takeaway', async () => {
    const { checkout, place, placeOrder } = startCheckout();
    checkout.send({ type: 'type.chosen', orderType: 'takeaway' });
    expect((await place()).value).toBe('placed');
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({ takeaway: true, addressId: undefined });
  });
});

describe('below the minimum', () => {
  it('is takeaway, and returns to the chosen type when the total reaches it', () => {
    const { checkout } = startReady({ totalPaise: 19_999 });
    expect(orderTypeOf(checkout.getSnapshot().context)).toBe('takeaway');
    checkout.send({ type: 'total.changed', totalPaise: 20_000, minimumPaise: 20_000 });
    expect(orderTypeOf(checkout.getSnapshot().context)).toBe('delivery');
  });

  it('switches online payment back to cash, and no longer offers it', () => {
    const { checkout } = startReady({ payment: 'online' });
    checkout.send({ type: 'total.changed', totalPaise: 19_999, minimumPaise: 20_000 });
    checkout.send({ type: 'payment.chosen', payment: 'online' });
    expect(checkout.getSnapshot().context.payment).toBe('cod');
  });

  it('sends no address, even if one was chosen before', async () => {
    const { place, placeOrder } = startReady({ totalPaise: 100 });
    await place();
    expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({ takeaway: true, addressId: undefined, payment: 'cod' });
  });
});

describe('who picks up', () => {
  const startTakeaway = (start?: Start) => {
    const started = startCheckout(start);
    started.checkout.send({ type: 'type.chosen', orderType: 'takeaway' });
    return started;
  };

  it('is taken from the profile, which may be loaded later', async () => {
    const { checkout, place, placeOrder } = startTakeaway({ profile: { name: '', phone: '' } });
    checkout.send({ type: 'profile.changed', profile: contact });
    await place();
    expect(placeOrder.mock.calls[0]?.[0].contact).toEqual(contact);
  });

  it.each([
    ['the name', { name: ' ' }],
    ['the number', { phone: '' }],
    ['a mobile number', { phone: '1234567890' }],
  ])('has to be entered before placing: %s', async (_, typed) => {
    const { checkout, place, placeOrder } = startTakeaway();
    checkout.send({ type: 'contact.typed', typed });
    const { value, context } = await place();
    expect([value, context.problem]).toEqual([{ reviewing: 'order' }, { key: 'order.contactMissing' }]);
    expect(placeOrder).not.toHaveBeenCalled();
    checkout.send({ type: 'contact.typed', typed: contact });
    expect(checkout.getSnapshot().context.problem).toBeUndefined();
  });

  it('is what was typed in place of the profile, as ten digits', async () => {
    const { checkout, place, placeOrder } = startTakeaway();
    checkout.send({ type: 'contact.typed', typed: { name: ' Test Neighbour ' } });
    checkout.send({ type: 'contact.typed', typed: { phone: '+91 98765-43211' } });
    checkout.send({ type: 'profile.changed', profile: contact });
    await place();
    expect(placeOrder.mock.calls[0]?.[0].contact).toEqual({ name: 'Test Neighbour', phone: '9876543211' });
  });

  it('is not asked for a delivery', async () => {
    const { checkout, place, placeOrder } = startReady({ profile: { name: '', phone: '' } });
    checkout.send({ type: 'type.chosen', orderType: 'takeaway' });
    expect((await place()).context.problem).toEqual({ key: 'order.contactMissing' });
    checkout.send({ type: 'type.chosen', orderType: 'delivery' });
    expect(checkout.getSnapshot().context.problem).toBeUndefined();
    expect((await place()).value).toBe('placed');
    expect(placeOrder.mock.calls[0]?.[0].contact).toBeUndefined();
  });
});

describe('the note for the shop', () => {
  it('is sent on one line, without surrounding spaces', async () => {
    const { checkout, place, placeOrder } = startReady();
    checkout.send({ type: 'note.typed', note: ' Less spicy,\r\nring twice\t' });
    await place();
    expect(placeOrder.mock.calls[0]?.[0].note).toBe('Less spicy, ring twice');
  });

  it('is not sent when it is blank', async () => {
    const { checkout, place, placeOrder } = startReady();
    checkout.send({ type: 'note.typed', note: ' \n ' });
    await place();
    expect(placeOrder.mock.calls[0]?.[0].note).toBeUndefined();
  });

  it('is counted, and has to be shortened when it is too long', async () => {
    const { checkout, place, placeOrder } = startReady();
    checkout.send({ type: 'note.typed', note: 'x'.repeat(302) });
    expect(noteLeft(checkout.getSnapshot().context)).toBe(-2);
    const { value, context } = await place();
    expect([value, context.problem]).toEqual([{ reviewing: 'order' }, { key: 'order.noteTooLong' }]);
    checkout.send({ type: 'note.typed', note: 'x'.repeat(300) });
    expect(checkout.getSnapshot().context.problem).toBeUndefined();
    expect((await place()).value).toBe('placed');
    expect(placeOrder.mock.calls[0]?.[0].note).toHaveLength(300);
  });

  it('is passed with the order to its payment', async () => {
    const { checkout, place, askForPayment } = startReady({ payment: 'online' });
    checkout.send({ type: 'note.typed', note: 'Ring twice' });
    await place();
    expect(askForPayment).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ note: 'Ring twice' }));
  });
});

it('sends what the customer wants for items that are not there', async () => {
  const { checkout, place, placeOrder } = startReady();
  checkout.send({ type: 'unavailable.chosen', choice: 'leave_out' });
  await place();
  expect(placeOrder.mock.calls[0]?.[0].ifUnavailable).toBe('leave_out');
});

describe('paying online', () => {
  it('leads to the payment with the order as it was shown, and places nothing itself', async () => {
    const { place, placeOrder, askForPayment } = startReady({ payment: 'online' });
    expect((await place()).value).toBe('paying');
    expect(askForPayment).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ key: 'key-1', lines: [tea], totalPaise: 25_000, payment: 'online', addressId: 9 }),
    );
    expect(placeOrder).not.toHaveBeenCalled();
  });

  it('needs the address of a delivery, too', async () => {
    const { place, askForPayment } = startCheckout({ payment: 'online' });
    expect((await place()).value).toEqual({ reviewing: 'address' });
    expect(askForPayment).not.toHaveBeenCalled();
  });

  it('is unset when the shop no longer offers it, and has to be selected again', async () => {
    const { checkout, place, placeOrder } = startReady({ payment: 'online' });
    checkout.send({ type: 'shop.changed', takesOnline: false });
    checkout.send({ type: 'payment.chosen', payment: 'online' });
    expect((await place()).context).toMatchObject({ payment: undefined, problem: { key: 'order.selectPayment' } });
    expect(placeOrder).not.toHaveBeenCalled();
    checkout.send({ type: 'payment.chosen', payment: 'cod' });
    expect(checkout.getSnapshot().context).toMatchObject({ payment: 'cod', problem: undefined });
    checkout.send({ type: 'shop.changed', takesOnline: false });
    expect(checkout.getSnapshot().context.payment).toBe('cod');
    checkout.send({ type: 'shop.changed', takesOnline: true });
    checkout.send({ type: 'payment.chosen', payment: 'online' });
    expect(checkout.getSnapshot().context.payment).toBe('online');
  });
});

describe('placing', () => {
  it('sends the order as it was shown, and shows the summary', async () => {
    const { place, placeOrder, showSummary } = startReady();
    expect((await place()).value).toBe('placed');
    expect(placeOrder).toHaveBeenCalledWith({
      key: 'key-1',
      lines: [tea],
      totalPaise: 25_000,
      takeaway: false,
      payment: 'cod',
      addressId: 9,
      contact: undefined,
      note: undefined,
      ifUnavailable: 'call_me',
    });
    expect(showSummary).toHaveBeenCalledWith(placed);
  });

  it('places one order for two clicks', async () => {
    const { checkout, placeOrder } = startReady();
    checkout.send({ type: 'place', hasToken: true, key: 'key-1', lines: [tea] });
    checkout.send({ type: 'place', hasToken: true, key: 'key-2', lines: [tea] });
    await waitFor(checkout, (state) => state.matches('placed'));
    expect(placeOrder).toHaveBeenCalledOnce();
  });

  it.each([
    ['a lost connection', new TypeError('fetch failed')],
    ['a defect of the server', new RefusedError({ code: 'internal' })],
  ])('sends the same order under the same key after %s', async (_, error) => {
    const { place, placeOrder } = startReady({ placeOrder: () => Promise.reject(error) });
    const { context } = await place('key-1');
    expect(context.problem).toEqual({ key: 'order.placeFailed' });
    await place('key-2');
    expect(placeOrder.mock.calls.map(([{ key }]) => key)).toEqual(['key-1', 'key-1']);
  });

  it('recognizes the order in a cart that was loaded again', () => {
    const request = { key: 'key-1', lines: [{ ...tea, unit: '100 g', unit_id: 4 }], totalPaise: 25_000 };
    const terms = { takeaway: true, payment: 'cod', addressId: undefined, contact, note: 'Ring twice' } as const;
    const anew = { ...request, key: 'key-2', lines: [{ unit_id: 4, unit: '100 g', ...tea }] };
    expect(requestToSend({ ...request, ...terms }, { ...anew, ...terms }).key).toBe('key-1');
    const more = { ...anew, lines: [{ ...tea, quantity: 3 }] };
    expect(requestToSend({ ...request, ...terms }, { ...more, ...terms }).key).toBe('key-2');
    const changes = [
      { note: 'Do not ring' },
      { contact: { ...contact, phone: '9876543211' } },
      { ifUnavailable: 'replace' } as const,
    ];
    for (const change of changes)
      expect(requestToSend({ ...request, ...terms }, { ...anew, ...terms, ...change }).key).toBe('key-2');
  });

  it('uses a new key for a changed order', async () => {
    const { checkout, place, placeOrder } = startReady({ placeOrder: () => Promise.reject(new Error('line')) });
    await place('key-1');
    checkout.send({ type: 'address.changed', addressId: 10 });
    await place('key-2');
    expect(placeOrder.mock.calls.map(([{ key }]) => key)).toEqual(['key-1', 'key-2']);
  });

  it.each(['price_changed', 'out_of_stock'] as const)('shows the current lines on %s', async (code) => {
    const current = { lines: [{ id: tea.id, name: 'Tea', price: 130, quantity: 2, stock: 1 }], total: 260 };
    const error = new CartChangedError({ code, text: 'Changed' }, current);
    const { place, placeOrder } = startReady({ placeOrder: () => Promise.reject(error) });
    const { value, context } = await place('key-1');
    expect(value).toEqual({ reviewing: 'order' });
    expect(context).toMatchObject({ changed: current, problem: { reason: { code, text: 'Changed' } } });
    await place('key-2');
    expect(placeOrder.mock.calls.at(-1)?.[0].key).toBe('key-2');
  });

  it('shows the text of the server for any other error', async () => {
    const reason = { code: 'shop_closed', text: 'Malnad Dairy is closed now.' } as const;
    const { place } = startReady({ placeOrder: () => Promise.reject(new RefusedError(reason)) });
    const { context } = await place();
    expect(context).toMatchObject({ problem: { key: 'order.placeFailed', reason }, changed: undefined });
  });

  it('leads to the login when the session has ended', async () => {
    const error = new RefusedError({ code: 'unauthenticated' });
    const { place, askToLogIn } = startReady({ placeOrder: () => Promise.reject(error) });
    expect((await place()).value).toEqual({ reviewing: 'order' });
    expect(askToLogIn).toHaveBeenCalledOnce();
  });
});
