import type { OrderView } from '@haat/contract/orders/orders.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder, sampleProductPage, sampleScan, sampleSettings, sampleShopProduct } from '../../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { AdjustOrder } from './AdjustOrder.tsx';
import { OpenProposal } from '../../shared/orders/OpenProposal.tsx';

const CALL = 'POST /api/orders/4/proposals';
const ghee = sampleOrder().items[0]!;
const rice = { ...ghee, id: 42, name: 'Rice', price: 50, quantity: 2, amount: 100, unit: '1 kg' };
const sold = {
  id: 51,
  price: 130,
  mrp: null,
  stock: 3,
  stock_amount: 3,
  stock_unit: 'piece' as const,
  content: 1,
  low_at: 5,
  size: null,
  color: null,
  unit: null,
  barcode: '4006381333931',
};
const found = sampleShopProduct({
  id: 5,
  name: 'Butter',
  variants: [sold, { ...sold, id: 52, stock: 0, barcode: null }],
});
const proposed = (state: 'applied' | 'open') => ({
  id: 9,
  state,
  total: 100,
  at: new Date().toISOString(),
  answer_by: state === 'open' ? new Date(Date.now() + 600_000).toISOString() : null,
  lines: [],
});

const changed = (order: Partial<OrderView>) => ({ ...sampleOrder(order), changed: true });

function show(changes: Partial<OrderView> = {}, routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    [CALL]: () => changed({ proposal: proposed('applied') }),
    'GET /api/shops/3/settings': () => sampleSettings(),
    'GET /api/shops/3/products?search=butt&limit=10&status=published': () => [found],
    'GET /api/scan?code=4006381333931&shopId=3': () => sampleScan(found),
    ...routes,
  });
  const order = sampleOrder({ order_status: 'Accepted', items: [ghee, rice], total: 350, ...changes });
  const element = (
    <>
      <AdjustOrder order={order} onClosed={() => {}} />
      <OpenProposal order={order} />
    </>
  );
  renderScreen(element, { path: '/', at: '/', hasToasts: true });
  return () => calls.find(({ method }) => method === 'POST');
}

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Change items' }));
  await screen.findByRole('dialog');
};
const choose = (lineName: string, name: string) =>
  userEvent.click(within(screen.getByRole('group', { name: lineName })).getByRole('button', { name }));
const GHEE = '2 × Ghee, 500 g';
const RICE = '2 × Rice, 1 kg';
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('applies at once what the customer wants', async () => {
  const sent = show({ if_unavailable: 'leave_out', revision: 2 });
  await open();
  screen.getByText('If something is missing: leave it out');
  await choose(GHEE, 'Leave out');
  await choose(RICE, 'Fewer');
  screen.getByText('The customer chose this when ordering. The change applies immediately.');
  expect(screen.getByText('New total').parentElement?.textContent).toBe('New total₹350.00 ₹50.00');
  await userEvent.click(button('Change the order'));
  await waitFor(() =>
    expect(sent()?.body).toEqual({
      revision: 2,
      lines: [
        { kind: 'leave_out', item_id: ghee.id },
        { kind: 'fewer', item_id: 42, quantity: 1 },
      ],
    }),
  );
  expect(sent()?.headers.get('idempotency-key')).toBeTruthy();
  await screen.findByText('Order H000004 was changed, and the customer was notified.');
});

it('asks the customer otherwise, and says what happens without an answer', async () => {
  show({}, { [CALL]: () => changed({ proposal: proposed('open') }) });
  await open();
  expect(screen.getByRole('link', { name: /9876543210/ }).getAttribute('href')).toBe('tel:+919876543210');
  await choose(GHEE, 'Leave out');
  await screen.findByText('The customer has 10 minutes to answer. Without an answer, missing items are left out.');
  await userEvent.click(button('Ask the customer'));
  await screen.findByText('The customer of order H000004 was asked.');
});

it('takes a change back with a second tap', async () => {
  show();
  await open();
  await choose(GHEE, 'Leave out');
  expect(button('Ask the customer').disabled).toBe(false);
  await choose(GHEE, 'Leave out');
  expect(button('Change the order').disabled).toBe(true);
});

it('does not weigh sealed packs', async () => {
  show({ items: [{ ...rice, sealed: true }] });
  await open();
  const changes = within(screen.getByRole('group', { name: RICE }));
  expect(changes.queryByRole('button', { name: 'Weigh' })).toBeNull();
  changes.getByRole('button', { name: 'Replace' });
});

describe('more than the order has', () => {
  const unit = { id: 9, name: '1 kg' };
  const loose = sampleShopProduct({
    id: 6,
    name: 'Sugar',
    variants: [{ ...sold, id: 61, price: 40, unit, barcode: null }],
  });
  const SEARCH = 'GET /api/shops/3/products?search=sug&limit=10&status=published';
  const addItem = async (search: string, name: RegExp) => {
    await userEvent.click(button('Add an item'));
    const field = screen.getByRole('searchbox', { name: 'Name or barcode' });
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, search);
    await userEvent.click(await screen.findByRole('button', { name }));
  };

  it('is an item that is searched for, with its quantity, and always a question', async () => {
    const sent = show({ if_unavailable: 'replace' });
    await open();
    await userEvent.click(button('Add an item'));
    expect(button('Change the order').disabled).toBe(true);
    await userEvent.click(button("Don't add"));
    expect(document.activeElement).toBe(button('Add an item'));
    await addItem('butt', /Butter.*130/);
    expect(document.activeElement).toBe(button('One less Butter'));
    await userEvent.click(button('One more Butter'));
    screen.getByText('Added: 2 × Butter');
    expect(screen.getByText('New total').parentElement?.textContent).toBe('New total₹350.00 ₹610.00');
    await screen.findByText('The customer has 10 minutes to answer. Nothing is added without an answer.');
    await userEvent.click(button('Ask the customer'));
    await waitFor(() =>
      expect(sent()?.body).toEqual({ revision: 1, lines: [{ kind: 'add', variant_id: 51, quantity: 2 }] }),
    );
  });

  it('is weighed where it is loose, and paid in cash beside what was paid online', async () => {
    const sent = show({ payment_method: 'online', payment_status: 'paid' }, { [SEARCH]: () => [loose] });
    await open();
    await addItem('sug', /Sugar/);
    const added = within(screen.getByRole('list', { name: 'Added items' }));
    await userEvent.click(added.getByRole('button', { name: 'Weigh' }));
    expect(button('Change the order').disabled).toBe(true);
    await userEvent.type(added.getByRole('textbox', { name: 'Packed weight in grams' }), '1350');
    screen.getByText('Added: 2 × Sugar, 1 kg, packed 1.35 kg');
    await screen.findByText(/The order was paid online: ₹54.00 of the new total is paid in cash\./);
    await userEvent.click(button('Ask the customer'));
    await waitFor(() => expect(sent()?.body).toMatchObject({ lines: [{ kind: 'add', variant_id: 61, grams: 1_350 }] }));
  });

  it('is not another line of what the order has, nor the same twice', async () => {
    const ids = { product_id: 5, size_id: null, color_id: null, unit_id: null };
    show({ items: [ghee, { ...rice, ...ids, name: 'Butter', unit: null }] });
    await open();
    await userEvent.click(button('Add an item'));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or barcode' }), 'butt');
    const offered = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Butter In this order' });
    expect(offered.every(({ disabled }) => disabled)).toBe(true);
  });

  it('is more of a line, at its price', async () => {
    const sent = show({ if_unavailable: 'leave_out' });
    await open();
    await choose(RICE, 'More');
    await userEvent.click(button('One more Rice'));
    expect(screen.getByText('New total').parentElement?.textContent).toBe('New total₹350.00 ₹450.00');
    await userEvent.click(button('Ask the customer'));
    await waitFor(() => expect(sent()?.body).toMatchObject({ lines: [{ kind: 'more', item_id: 42, quantity: 4 }] }));
  });

  it('is nothing for an order that costs nothing', async () => {
    show({ total: 0, items: [{ ...ghee, amount: 0 }] });
    await open();
    expect(screen.queryByRole('button', { name: 'Add an item' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });
});

it('weighs what is sold by weight, in grams', async () => {
  const sent = show();
  await open();
  await choose(RICE, 'Weigh');
  expect(button('Change the order').disabled).toBe(true);
  const field = screen.getByRole('textbox', { name: 'Packed weight in grams' });
  await userEvent.type(field, '4001');
  screen.getByText('At most 4 kg');
  await userEvent.clear(field);
  await userEvent.type(field, '1905');
  await userEvent.click(button('Change the order'));
  await waitFor(() =>
    expect(sent()?.body).toMatchObject({
      lines: [{ kind: 'weight', item_id: 42, grams: 1_905, at_old_price: false }],
    }),
  );
});

describe('a replacement', () => {
  const chooseButter = async (search: string) => {
    await choose(GHEE, 'Replace');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or barcode' }), search);
    await userEvent.click(await screen.findByRole('button', { name: /Butter.*130/ }));
  };

  it('is found by name, and asks for the difference', async () => {
    const sent = show({ if_unavailable: 'replace' });
    await open();
    await chooseButter('butt');
    await userEvent.click(button('Ask the customer'));
    await waitFor(() =>
      expect(sent()?.body).toMatchObject({
        lines: [{ kind: 'replace', item_id: ghee.id, variant_id: 51, quantity: 2, at_old_price: false }],
      }),
    );
  });

  it('is found by its barcode, and comes at the old price', async () => {
    const sent = show({ if_unavailable: 'replace' });
    await open();
    await chooseButter('4006381333931');
    await userEvent.click(screen.getByRole('switch', { name: /At the old price of ₹250.00/ }));
    await userEvent.click(button('Change the order'));
    await waitFor(() => expect(sent()?.body).toMatchObject({ lines: [{ at_old_price: true }] }));
  });

  it('for a prepaid order comes at the old price, unless the shop asks for cash', async () => {
    show({ if_unavailable: 'replace', payment_method: 'online', payment_status: 'paid' });
    await open();
    await chooseButter('butt');
    const check = screen.getByRole<HTMLInputElement>('switch', { name: /At the old price/ });
    expect(check.checked).toBe(true);
    screen.getByText('Otherwise the customer is asked to pay ₹10.00 in cash.');
    await userEvent.click(check);
    button('Ask the customer');
  });

  it('is offered from similar goods first, the closest in price and size first, with their stock', async () => {
    const category = 'GET /api/shops/3/products?category=11&status=published&limit=100';
    const pack = { ...sold, unit: { id: 5, name: '500 g' } };
    const large = { ...pack, id: 62, price: 240, unit: { id: 6, name: '1 kg' } };
    const own = sampleShopProduct({ id: ghee.product_id, name: 'Ghee', variants: [pack, large] });
    const cheap = sampleShopProduct({ id: 6, name: 'Oil', variants: [{ ...pack, id: 61, price: 20 }] });
    show(
      {},
      {
        [`GET /api/products/${ghee.product_id}`]: () => sampleProductPage({ id: ghee.product_id, category_id: 11 }),
        [category]: () => [cheap, own, { ...found, variants: [{ ...pack, id: 51 }] }],
      },
    );
    await open();
    await choose(GHEE, 'Replace');
    const list = await screen.findByRole('list', { name: 'Similar products' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Butter, 500 g₹130.00 · 3 in stock', 'Ghee, 1 kg₹240.00 · 3 in stock', 'Oil, 500 g₹20.00 · 3 in stock']);
  });

  it('has stock', async () => {
    show();
    await open();
    await choose(GHEE, 'Replace');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or barcode' }), 'butt');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Out of stock/ })).disabled).toBe(true);
  });
});

it('does not leave out everything', async () => {
  show({ items: [ghee], total: 250 });
  await open();
  await choose(GHEE, 'Leave out');
  screen.getByText('The order would have no items left. Cancel it instead.');
  expect(button('Ask the customer').disabled).toBe(true);
});

it('says that another tablet was first', async () => {
  show({}, { [CALL]: () => errorResponse(409, 'order_changed', 'The customer was already asked.') });
  await open();
  await choose(GHEE, 'Leave out');
  await userEvent.click(button('Ask the customer'));
  await screen.findByText('The order has changed in the meantime. Please check it again.');
});

it.each([{ order_status: 'Pending' }, { order_status: 'Ready' }, { proposal: proposed('open') }] as const)(
  'is not offered for %j',
  (changes) => {
    show(changes);
    expect(screen.queryByRole('button', { name: 'Change items' })).toBeNull();
  },
);

describe('an open proposal', () => {
  const lines = [
    {
      item_id: ghee.id,
      kind: 'leave_out',
      quantity: null,
      grams: null,
      at_old_price: false,
      amount: 0,
      replacement: null,
      outcome: null,
    } as const,
  ];

  it('shows how long the customer has, and can be withdrawn', async () => {
    const sent = show(
      { proposal: { ...proposed('open'), lines } },
      { 'POST /api/orders/4/proposals/9/withdraw': () => changed({}) },
    );
    expect(screen.getByRole('timer').textContent).toMatch(/^(10:00|9:59)$/);
    screen.getByText('Left out');
    await userEvent.click(button('Withdraw'));
    await waitFor(() => expect(sent()?.path).toBe('/api/orders/4/proposals/9/withdraw'));
  });

  it('is about an item to add, and says afterwards that it was not added', () => {
    const butter = { name: 'Butter', size: null, color: null, unit: '1 kg', product_id: 8, price: 140, image: null };
    const added = { ...lines[0]!, item_id: 99, kind: 'add', quantity: 2, amount: 280, replacement: butter } as const;
    show({ proposal: { ...proposed('open'), lines: [added] } });
    screen.getByText('Add 2 × Butter, 1 kg');
    cleanup();
    show({ proposal: { ...proposed('open'), state: 'unanswered', lines: [{ ...added, outcome: 'leave_out' }] } });
    screen.getByText('No answer in time');
    screen.getByText('Not added: 2 × Butter, 1 kg');
  });

  it('says afterwards what the customer keeps', () => {
    show({
      proposal: { ...proposed('open'), state: 'answered', lines: [{ ...lines[0]!, outcome: 'keep' }] },
    });
    screen.getByText('The customer has answered');
    screen.getByText(`Stays as ordered: ${GHEE}`);
  });
});
