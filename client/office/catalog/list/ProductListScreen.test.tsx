import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleProduct, sampleShopProduct } from '../../../test/samples.ts';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { LazySwitchOffer } from '../../../shared/session/lazy-switch-offer.ts';
import { ProductListScreen } from './ProductListScreen.tsx';

const catalog = vi.hoisted(() => ({ notify: () => {} }));
vi.mock('../../../lib/catalog-updates.ts', () => ({
  watchCatalog: (_: number, onUpdate: () => void) => {
    catalog.notify = onUpdate;
    return () => {};
  },
}));

/** Notifies the intersection observers that the end of the page is visible. */
let reachEnd: () => void = () => {};

const vendor = { role: 'vendor', shop_id: 7, shop_slug: 'nandi-vegetables' };
const LIST = 'GET /api/shops/7/products?limit=50';

const kept = (stock: number) => ({ stock, stock_amount: stock, stock_unit: 'piece' as const, content: 1 });

function aShopProduct(product: Partial<ShopProduct> & { stock?: number } = {}): ShopProduct {
  const { stock = 8, ...rest } = product;
  const [first] = sampleProduct().variants;
  const variants = [{ ...first!, ...kept(stock), barcode: null, low_at: 5 }];
  return sampleShopProduct({ ...sampleProduct(), stock, version: '1', variants, ...rest });
}

function show(routes: StubRoutes, at = '/nandi-vegetables/admin/products') {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...vendor }));
  const me = { id: 7, name: 'V', email: 'v@nandi.example', mobile: null, profile_image: null };
  const calls = stubServer({
    'GET /api/users/me': () => ({ ...me, ...vendor }),
    'GET /api/categories': () => [{ id: 5, name: 'Vegetables', children: [{ id: 51, name: 'Roots' }] }],
    ...routes,
  });
  renderScreen(<ProductListScreen />, { path: '/:shopSlug/admin/products', at, hasToasts: true });
  const sent = (method: string) => calls.filter((call) => call.method === method);
  return { calls, sent };
}

const stockField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Stock:/ });
const priceField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Price in rupees/ });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onSeen: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => onSeen([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows each product with its price and stock, and labels low stock', async () => {
  const [first] = sampleProduct().variants;
  const coded = [{ ...first!, ...kept(first!.stock), barcode: '2000000000015', low_at: 5 }];
  show({
    [LIST]: () => [
      aShopProduct({ variants: coded }),
      aShopProduct({ id: 13, name: 'Onion', stock: 0 }),
      aShopProduct({ id: 14, name: 'Garlic', stock: 8 }),
      aShopProduct({ id: 15, name: 'Ginger', variants: [{ ...coded[0]!, ...kept(8), low_at: 9 }] }),
    ],
  });
  const tomato = within(await screen.findByRole('rowgroup', { name: 'Tomato, local' }));
  expect(tomato.getByRole<HTMLInputElement>('textbox', { name: 'Price in rupees: Tomato, local, 500 g' }).value).toBe(
    '28',
  );
  expect(tomato.getByRole('cell', { name: '2000000000015' })).toBeTruthy();
  expect(tomato.getByRole('link', { name: 'Tomato, local' }).getAttribute('href')).toBe(
    '/nandi-vegetables/admin/edit-product/12',
  );
  expect(within(screen.getByRole('rowgroup', { name: 'Onion' })).getByText('Sold out')).toBeTruthy();
  expect(within(screen.getByRole('rowgroup', { name: 'Garlic' })).queryByText('Running low')).toBeNull();
  expect(within(screen.getByRole('rowgroup', { name: 'Ginger' })).getByText('Running low')).toBeTruthy();
});

it('saves a stock with Enter and a price on blur, with the value that was seen', async () => {
  const { sent } = show({
    [LIST]: () => [aShopProduct()],
    'PATCH /api/variants/1/stock': () => aShopProduct({ stock: 12 }),
    'PATCH /api/variants/1/price': () => aShopProduct({ stock: 12 }),
  });
  await userEvent.type(await stockField(), '12{Enter}');
  await userEvent.type(await priceField(), '30.5');
  await userEvent.tab();
  await waitFor(() =>
    expect(sent('PATCH').map(({ body }) => body)).toEqual([
      { stock: 12, seen: 8 },
      { price: 30.5, seen: 28 },
    ]),
  );
  await waitFor(async () => expect((await stockField()).value).toBe('12'));
});

it('saves several steps at once', async () => {
  const { sent } = show({
    [LIST]: () => [aShopProduct()],
    'PATCH /api/variants/1/stock': () => aShopProduct({ stock: 11 }),
  });
  const more = await screen.findByRole('button', { name: /^One more/ });
  for (let step = 0; step < 3; step += 1) await userEvent.click(more);
  await userEvent.tab();
  await waitFor(() => expect(sent('PATCH').map(({ body }) => body)).toEqual([{ stock: 11, seen: 8 }]));
});

it('edits a stock by weight as it is written, in steps of one item', async () => {
  const [first] = sampleProduct().variants;
  const kept = { stock_unit: 'g' as const, content: 500 };
  const of = (grams: number) => ({
    ...first!,
    ...kept,
    stock: Math.floor(grams / 500),
    stock_amount: grams,
    barcode: null,
    low_at: 2_500,
  });
  let grams = 2_700;
  const { sent } = show({
    [LIST]: () => [aShopProduct({ variants: [of(grams)] })],
    'PATCH /api/variants/1/stock': () => {
      grams += 500;
      return aShopProduct({ variants: [of(grams)] });
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Stock/ });
  expect(box.value).toBe('2.7 kg');
  await userEvent.click(screen.getByRole('button', { name: /^One more/ }));
  await userEvent.tab();
  await waitFor(() =>
    expect(sent('PATCH').map(({ body }) => body)).toEqual([{ stock: 3_200, seen: 2_700, stock_unit: 'g' }]),
  );
  await userEvent.clear(box);
  await userEvent.type(box, '4 l{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter an amount with its unit, like 2.5 kg or 500 g.');
});

it('reports a concurrent change of the stock, and shows the current one', async () => {
  const current = aShopProduct({ stock: 3 });
  show({
    [LIST]: () => [aShopProduct()],
    'PATCH /api/variants/1/stock': () => errorResponse(409, 'stock_changed', 'It is 3 now.', { current }),
  });
  await userEvent.type(await stockField(), '20{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The stock changed in the meantime. This is the current stock.',
  );
  expect((await stockField()).value).toBe('3');
});

it('rejects what is not a number, without a request', async () => {
  const { sent } = show({ [LIST]: () => [aShopProduct()] });
  await userEvent.type(await priceField(), '12.345{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Enter an amount in rupees, like 28 or 28.50.');
  await userEvent.keyboard('{Escape}');
  expect([(await priceField()).value, sent('PATCH').length]).toEqual(['28', 0]);
});

it.each(['1,250', '₹ 1,250.00', '१,२५०'])('saves a price that is written as %s', async (written) => {
  const [first] = sampleProduct().variants;
  const variants = [{ ...first!, ...kept(8), price: 1200, barcode: null, low_at: 5 }];
  const { sent } = show({
    [LIST]: () => [aShopProduct({ variants })],
    'PATCH /api/variants/1/price': () => aShopProduct(),
  });
  const price = await priceField();
  await userEvent.clear(price);
  await userEvent.type(price, `${written}{Enter}`);
  await waitFor(() => expect(sent('PATCH').map(({ body }) => body)).toEqual([{ price: 1250, seen: 1200 }]));
});

it('asks before it sells for free, and saves only what is confirmed', async () => {
  const { sent } = show({
    [LIST]: () => [aShopProduct()],
    'PATCH /api/variants/1/price': () => aShopProduct(),
  });
  await userEvent.type(await priceField(), '0{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('₹0.00: sell for free?');
  expect(screen.getByText('1 change is not saved')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'No, keep ₹28.00' }));
  expect([(await priceField()).value, sent('PATCH').length]).toEqual(['28', 0]);
  await userEvent.type(await priceField(), '0{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, sell for free' }));
  await waitFor(() =>
    expect(sent('PATCH').map(({ body }) => body)).toEqual([{ price: 0, seen: 28, confirm_free: true }]),
  );
});

it.each([
  ['280', '₹280.00 instead of ₹28.00: is that right?'],
  ['2.80', '₹2.80 instead of ₹28.00: is that right?'],
])('asks before it saves a price that is ten times off: %s', async (typed, question) => {
  const { sent } = show({ [LIST]: () => [aShopProduct()], 'PATCH /api/variants/1/price': () => aShopProduct() });
  await userEvent.type(await priceField(), typed);
  await userEvent.tab();
  expect((await screen.findByRole('alert')).textContent).toBe(question);
  expect(sent('PATCH')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /^Yes, save/ }));
  await waitFor(() => expect(sent('PATCH').map(({ body }) => body)).toEqual([{ price: Number(typed), seen: 28 }]));
});

it('moves to the next price with Enter and the arrow keys', async () => {
  show({
    [LIST]: () => [aShopProduct(), aShopProduct({ id: 13, name: 'Onion' })],
    'PATCH /api/variants/1/price': () => aShopProduct(),
  });
  await screen.findByRole('rowgroup', { name: 'Onion' });
  const [first, second] = screen.getAllByRole('textbox', { name: /^Price in rupees/ });
  await userEvent.type(first!, '30{Enter}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
});

it('undoes the last number that was saved', async () => {
  const { sent } = show({
    [LIST]: () => [aShopProduct()],
    'PATCH /api/variants/1/stock': () => aShopProduct({ stock: 12 }),
  });
  await userEvent.type(await stockField(), '12{Enter}');
  expect(await screen.findByText('Saved: Tomato, local, 500 g')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('PATCH')[1]?.body).toEqual({ stock: 8, seen: 12 }));
});

it('saves a pending change when the screen is left', async () => {
  const { sent } = show({ [LIST]: () => [aShopProduct()] });
  await userEvent.click(await screen.findByRole('button', { name: /^One more/ }));
  cleanup();
  expect(sent('PATCH').map(({ body }) => body)).toEqual([{ stock: 9, seen: 8 }]);
});

it('hides a product optimistically, and rolls back on a failure', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { sent } = show({ [LIST]: () => [aShopProduct()], 'PATCH /api/products/12': () => answer.promise });
  const onSale = await screen.findByRole<HTMLInputElement>('switch', { name: 'On sale' });
  await userEvent.click(onSale);
  expect([onSale.checked, sent('PATCH')[0]?.body]).toEqual([false, { published: false }]);
  answer.resolve(errorResponse(503, 'unavailable', 'Not now.'));
  expect(await screen.findByText('Tomato, local: Not now.')).toBeTruthy();
  expect(onSale.checked).toBe(true);
});

it('deletes without a confirmation, and restores on Undo', async () => {
  let products = [aShopProduct()];
  const { sent } = show({
    [LIST]: () => products,
    'DELETE /api/products/12': () => {
      products = [];
      return new Response(null, { status: 204 });
    },
    'POST /api/products/12/restore': () => {
      products = [aShopProduct()];
      return products[0];
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Tomato, local' }));
  expect(screen.queryByRole('table')).toBeNull();
  expect(await screen.findByText('Tomato, local was deleted.')).toBeTruthy();
  expect(sent('DELETE')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('rowgroup', { name: 'Tomato, local' })).toBeTruthy();
});

it('searches debounced, and filters by status', async () => {
  const { sent } = show({
    [LIST]: () => [aShopProduct()],
    'GET /api/shops/7/products?limit=50&search=oni': () => [aShopProduct({ id: 13, name: 'Onion' })],
    'GET /api/shops/7/products?limit=50&search=oni&status=low': () => [],
  });
  await screen.findByRole('rowgroup', { name: 'Tomato, local' });
  await userEvent.type(screen.getByRole('searchbox'), 'oni');
  expect(await screen.findByRole('rowgroup', { name: 'Onion' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Low stock' }));
  expect(await screen.findByText('No product of your shop matches “oni”.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all products' }));
  expect(await screen.findByRole('rowgroup', { name: 'Tomato, local' })).toBeTruthy();
  const searches = sent('GET').filter(({ path }) => path.includes('search='));
  expect(searches.length, 'not one for each letter').toBeLessThanOrEqual(2);
});

it('receives a barcode scanner wherever the focus is, and offers to add an unknown code', async () => {
  show({
    [LIST]: () => [aShopProduct()],
    'GET /api/scan?code=2000000000015&shopId=7': () => ({ kind: 'unknown' }),
  });
  await screen.findByRole('rowgroup', { name: 'Tomato, local' });
  await userEvent.keyboard('2000000000015{Enter}');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('2000000000015');
  expect(await screen.findByText('No product of your shop has the barcode 2000000000015.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add it as a new product' }).getAttribute('href')).toBe(
    '/nandi-vegetables/admin/add-product?barcode=2000000000015',
  );
  await userEvent.keyboard('2000000000022');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('2000000000022');
});

it('loads the next page at the end of the list', async () => {
  const page = Array.from({ length: 50 }, (_, at) => aShopProduct({ id: 100 + at, name: `Product ${at}` }));
  show({
    [LIST]: () => page,
    'GET /api/shops/7/products?limit=50&after=149': () => [aShopProduct({ id: 200, name: 'The last' })],
  });
  await screen.findByRole('rowgroup', { name: 'Product 49' });
  act(() => reachEnd());
  expect(await screen.findByRole('rowgroup', { name: 'The last' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more products' })).toBeNull();
});

it('shows sales live, but not in a field that is being edited', async () => {
  let stock = 8;
  show({ [LIST]: () => [aShopProduct({ stock }), aShopProduct({ id: 13, name: 'Onion', stock })] });
  await screen.findByRole('rowgroup', { name: 'Onion' });
  const fields = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Stock:/ });
  await userEvent.type(fields[0]!, '5');
  stock = 7;
  act(() => catalog.notify());
  await waitFor(() => expect(fields[1]!.value).toBe('7'));
  expect(fields[0]!.value).toBe('5');
});

it('filters by category, and sorts', async () => {
  show({
    [LIST]: () => [aShopProduct()],
    'GET /api/shops/7/products?limit=50&category=51': () => [aShopProduct({ id: 13, name: 'Carrot' })],
    'GET /api/shops/7/products?limit=50&category=51&sort=price&order=desc': () => [
      aShopProduct({ id: 14, name: 'Saffron' }),
    ],
  });
  await screen.findByRole('rowgroup', { name: 'Tomato, local' });
  await screen.findByRole('option', { name: 'Vegetables · Roots' });
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Vegetables · Roots');
  expect(await screen.findByRole('rowgroup', { name: 'Carrot' })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Price, highest first');
  expect(await screen.findByRole('rowgroup', { name: 'Saffron' })).toBeTruthy();
});

it('continues after the last product as it was sorted, whatever its price is by now', async () => {
  const page = Array.from({ length: 50 }, (_, at) => aShopProduct({ id: 100 + at, name: `Product ${at}` }));
  show(
    {
      'GET /api/shops/7/products?limit=50&sort=price': () => page,
      'PATCH /api/variants/1/price': () =>
        aShopProduct({ ...page[49], variants: [{ ...page[49]!.variants[0]!, price: 99 }] }),
      'GET /api/shops/7/products?limit=50&sort=price&after=149&after_value=28': () => [
        aShopProduct({ id: 200, name: 'The last' }),
      ],
    },
    '/nandi-vegetables/admin/products?sort=price',
  );
  const last = within(await screen.findByRole('rowgroup', { name: 'Product 49' }));
  await userEvent.type(last.getByRole('textbox', { name: /^Price/ }), '99{Enter}');
  expect(await screen.findByText(/^Saved: Product 49/)).toBeTruthy();
  act(() => reachEnd());
  expect(await screen.findByRole('rowgroup', { name: 'The last' })).toBeTruthy();
});

describe('with many products selected', () => {
  const three = () => [1, 2, 3].map((id) => aShopProduct({ id, name: `Product ${id}` }));
  const check = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

  it('selects a range with Shift, and hides it in one call', async () => {
    const done = { id: 9, kind: 'published', products: 3, variants: 3, refused: [] };
    const { sent } = show({
      [LIST]: three,
      'POST /api/shops/7/products/bulk-changes': () => done,
      'POST /api/bulk-changes/9/undo': () => ({
        ...done,
        refused: [{ product_id: 2, variant_id: null, name: 'Product 2', reason: 'changed_since' }],
      }),
    });
    await screen.findByRole('rowgroup', { name: 'Product 1' });
    const user = userEvent.setup();
    await user.click(check('Select Product 1'));
    await user.keyboard('{Shift>}');
    await user.click(check('Select Product 3'));
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('region', { name: '3 selected' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('3 products changed.')).toBeTruthy();
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { products: [1, 2, 3], change: { kind: 'published', published: false } },
    ]);
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Not undone because they have changed since: Product 2')).toBeTruthy();
  });

  it('shows new prices before it saves them, and names those above their MRP', async () => {
    const row = { product_id: 1, variant_id: 11, mrp: null, refused: null, question: null };
    const { sent } = show({
      [LIST]: three,
      'POST /api/shops/7/products/price-preview': () => ({
        version: 'v1',
        rows: [
          { ...row, name: 'Product 1', price: 28, new_price: 29 },
          { ...row, variant_id: 12, name: 'Product 2', price: 60, new_price: 63, mrp: 61, refused: 'above_mrp' },
        ],
      }),
      'POST /api/shops/7/products/bulk-changes': () => ({
        id: 9,
        kind: 'price',
        products: 1,
        variants: 1,
        refused: [],
      }),
    });
    await screen.findByRole('rowgroup', { name: 'Product 1' });
    await userEvent.click(check('Select all that are shown'));
    await userEvent.click(screen.getByRole('button', { name: 'Change prices' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Show new prices' }));
    expect(await screen.findByText('Enter a number above 0, like 5 or 2.50.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('How much'), '5{Enter}');
    expect(await screen.findByText('Not changed: ₹63.00 is above the MRP of ₹61.00.')).toBeTruthy();
    expect(screen.getByRole('cell', { name: '₹29.00' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 price' }));
    expect(await screen.findByText('Prices of 1 product changed.')).toBeTruthy();
    const change = { kind: 'price', by: 'percent', value: 5, round: 'rupee' };
    expect(sent('POST').map(({ body }) => body)).toEqual([
      { products: [1, 2, 3], change },
      { products: [1, 2, 3], change, version: 'v1' },
    ]);
  });

  it('selects all that match the filter, also those that are not loaded, and asks before it deletes them', async () => {
    const page = Array.from({ length: 50 }, (_, at) => aShopProduct({ id: 100 + at, name: `Product ${at}` }));
    const ids = Array.from({ length: 60 }, (_, at) => 100 + at);
    const { sent } = show({
      [LIST]: () => page,
      'GET /api/shops/7/product-ids': () => ids,
      'POST /api/shops/7/products/bulk-changes': () => ({
        id: 9,
        kind: 'delete',
        products: 60,
        variants: 60,
        refused: [],
      }),
    });
    await screen.findByRole('rowgroup', { name: 'Product 49' });
    await userEvent.click(check('Select all that are shown'));
    await userEvent.click(screen.getByRole('button', { name: 'Select all that match' }));
    await screen.findByRole('region', { name: '60 selected' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(sent('POST')).toEqual([]);
    const ask = within(await screen.findByRole('alertdialog'));
    await userEvent.click(ask.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('60 products deleted.')).toBeTruthy();
    expect(sent('POST').map(({ body }) => body)).toEqual([{ products: ids, change: { kind: 'delete' } }]);
  });

  it('prints labels of the items that have a code, also of products that are not loaded', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const coded = (id: number, barcode: string | null) => {
      const variants = aShopProduct().variants.map((variant) => ({ ...variant, barcode }));
      return aShopProduct({ id, name: `Product ${id}`, variants });
    };
    show({
      [LIST]: () => Array.from({ length: 50 }, (_, at) => coded(at + 1, at === 0 ? 'SUGAR' : null)),
      'GET /api/shops/7/product-ids': () => Array.from({ length: 51 }, (_, at) => at + 1),
      'GET /api/shops/7/products/51': () => coded(51, 'DAL-1'),
    });
    await screen.findByRole('rowgroup', { name: 'Product 50' });
    await userEvent.click(check('Select all that are shown'));
    await userEvent.click(screen.getByRole('button', { name: 'Select all that match' }));
    await screen.findByRole('region', { name: '51 selected' });
    await userEvent.click(screen.getByRole('button', { name: 'Print labels' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Print labels' }));
    expect(await dialog.findByRole('button', { name: 'Print 2 labels' })).toBeTruthy();
    expect(dialog.getByText(/^49 items have no code/)).toBeTruthy();
    expect(document.querySelectorAll('body > ul path')).toHaveLength(4);
    await userEvent.click(dialog.getByRole('button', { name: 'Barcode' }));
    expect(dialog.getByText(/also one with a laser/)).toBeTruthy();
    expect(document.querySelectorAll('body > ul path')).toHaveLength(2);
    const copies = dialog.getByRole('textbox', { name: 'Labels of each' });
    await userEvent.clear(copies);
    await userEvent.type(copies, '241');
    expect(dialog.getByText('Enter a number from 1 to 240.')).toBeTruthy();
    await userEvent.clear(copies);
    await userEvent.type(copies, '2');
    await userEvent.click(dialog.getByRole('button', { name: 'Print 4 labels' }));
    expect(print).toHaveBeenCalledOnce();
    const printed = document.querySelectorAll('body > ul > li');
    expect(Array.from(printed, ({ textContent }) => /SUGAR|DAL-1/.exec(textContent)?.[0])).toEqual([
      'SUGAR',
      'SUGAR',
      'DAL-1',
      'DAL-1',
    ]);
  });
});

it('shows an empty list, and a failure', async () => {
  let isBroken = true;
  show({ [LIST]: () => (isBroken ? errorResponse(500, 'internal', 'No') : []) });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('Your products could not be loaded.');
  isBroken = false;
  await userEvent.click(retry);
  expect(await screen.findByText('Your catalog is empty. Add your first product.')).toBeTruthy();
});

it('redirects a vendor to their own shop', async () => {
  await LazySwitchOffer.preload();
  show({ [LIST]: () => [aShopProduct()] }, '/other-shop/admin/products');
  expect(await screen.findByRole('rowgroup', { name: 'Tomato, local' })).toBeTruthy();
});
