import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleScan, sampleShopProduct } from '../../../test/samples.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { LazySwitchOffer } from '../../../shared/session/lazy-switch-offer.ts';
import { AddProductScreen } from './AddProductScreen.tsx';

const ADD = 'POST /api/products';
const CATEGORIES = 'POST /api/categories';
const UNITS = 'POST /api/units';
const BARCODE = '8901234567890';
const membership = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const me = { id: 7, name: 'Test Vendor', email: 'a@b.in', mobile: null, profile_image: null, ...membership };
const categories = [{ id: 1, name: 'Milk products', children: [{ id: 11, name: 'Set curd' }] }];
const units = [{ id: 5, name: '500 g' }];
const refused = () => errorResponse(500, 'internal', '');
const broken = () => Promise.reject(new TypeError('fetch failed'));

async function show(routes: StubRoutes = {}, at = '/dairy/admin/add-product') {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...membership }));
  const calls = stubServer({
    'GET /api/users/me': () => me,
    'GET /api/categories': () => categories,
    'GET /api/units': () => units,
    [`GET /api/scan?code=${BARCODE}&shopId=3`]: () => ({ kind: 'unknown' }),
    [ADD]: () => sampleShopProduct(),
    ...routes,
  });
  renderScreen(<AddProductScreen />, { path: '/:shopSlug/admin/add-product', at, hasToasts: true });
  if (at.startsWith('/dairy')) await screen.findByLabelText('Product name');
  return calls;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => userEvent.type(field(label), text);
const choose = (label: string, option: string) => userEvent.selectOptions(field(label), option);
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const alert = () => screen.findByRole('alertdialog');
const readAlert = async () => userEvent.click(within(await alert()).getByRole('button', { name: 'OK' }));
const sent = (calls: { method: string; path: string; body: unknown }[], path = '/api/products') =>
  calls.filter((call) => call.method === 'POST' && call.path === path).map(({ body }) => body);

async function fill() {
  await type('Product name', 'Test curd');
  await type('Price', '28');
  await type('Stock', '10');
  await choose('Category', 'Milk products');
  await choose('Subcategory', 'Set curd');
  await choose('Unit', '500 g');
}

// Later than any key that the tests press.
let clock = 1e9;

/** Acts as a hand scanner: it types faster than any hand, and presses Enter. */
function scan(target: Element, { code = BARCODE, onDigit = (_digit: string) => {} } = {}) {
  clock += 1000;
  for (const key of [...Array.from(code), 'Enter']) {
    const event = createEvent.keyDown(target, { key });
    clock += 5;
    Object.defineProperty(event, 'timeStamp', { value: clock });
    fireEvent(target, event);
    if (key !== 'Enter') onDigit(key);
  }
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('submits the form, confirms it, and opens the products', async () => {
  const calls = await show();
  await fill();
  await type('Barcode', BARCODE);
  await userEvent.upload(screen.getByLabelText(/Product image/), new File(['x'], 'a.png', { type: 'image/png' }));
  await click('Submit Product');
  expect((await alert()).textContent).toContain('Product added successfully!');
  expect(sent(calls)).toMatchObject([
    { name: 'Test curd', price: '28', stock: '10', barcode: BARCODE, category_id: '11', unit: '500 g', shop_id: '3' },
  ]);
  const [{ image, ...texts }] = sent(calls) as [Record<string, unknown>];
  expect(image).toBeInstanceOf(File);
  expect(Object.keys(texts)).not.toContain('description');
  await readAlert();
  await screen.findByText('went to /dairy/products');
  expect(sessionStorage.length).toBe(0);
});

it('requires the mandatory fields, marks each, and focuses the first', async () => {
  const calls = await show();
  await click('Submit Product');
  expect((await alert()).textContent).toContain('Please fill in all required fields');
  expect((await alert()).textContent).toContain('Missing: Product name, Subcategory, Unit, Stock, Price');
  await readAlert();
  await waitFor(() => expect(document.activeElement).toBe(field('Product name')));
  for (const text of ['enter a name', 'choose a subcategory', 'enter a price', 'enter the stock', 'choose a unit']) {
    screen.getByText(new RegExp(`Please ${text}`));
  }
  expect(sent(calls)).toEqual([]);
});

it.each<[string, () => unknown, string]>([
  [
    'in the words of the server',
    () => errorResponse(409, 'barcode_taken', 'The barcode is taken.'),
    'The barcode is taken.',
  ],
  ['in its own words', () => errorResponse(500, 'internal', ''), 'Failed to add product'],
  ['of a broken line', broken, 'An error occurred. Please try again.'],
])('shows a failure %s, and keeps the form', async (_, add, said) => {
  await show({ [ADD]: add });
  await fill();
  await click('Submit Product');
  expect((await alert()).textContent).toContain(said);
  await readAlert();
  expect([field('Product name').value, field('Price').value]).toEqual(['Test curd', '28']);
});

it('begins as a copy of another product, without its barcode', async () => {
  const [half] = sampleShopProduct().variants;
  const original = sampleShopProduct({ variants: [{ ...half!, barcode: BARCODE }] });
  const calls = await show({ 'GET /api/shops/3/products/4': () => original }, '/dairy/admin/add-product?copy=4');
  expect(['Product name', 'Price', 'Unit', 'Barcode'].map((label) => field(label).value)).toEqual([
    'Test curd',
    '28',
    '500 g',
    '',
  ]);
  await type('Product name', ' light');
  await click('Submit Product');
  expect((await alert()).textContent).toContain('Product added successfully!');
  expect(sent(calls)[0]).toMatchObject({ name: 'Test curd light', price: '28', unit: '500 g' });
});

it('submits once for several clicks', async () => {
  let release = () => {};
  const waits = new Promise<void>((resolve) => (release = resolve));
  const calls = await show({ [ADD]: () => waits.then(() => sampleShopProduct()) });
  await fill();
  const button = screen.getByRole('button', { name: 'Submit Product' });
  fireEvent.click(button);
  fireEvent.click(button);
  release();
  await alert();
  expect(sent(calls)).toHaveLength(1);
});

const sentKeys = (calls: { method: string; path: string; headers: Headers }[]) =>
  calls
    .filter(({ method, path }) => method === 'POST' && path === '/api/products')
    .map(({ headers }) => headers.get('idempotency-key'));

it('uses one idempotency key until the server answers, also after a reload', async () => {
  const calls = await show({ [ADD]: broken });
  await fill();
  for (let times = 0; times < 2; times += 1) {
    await click('Submit Product');
    await readAlert();
  }
  cleanup();
  const again = await show();
  await click('Submit Product');
  await readAlert();
  const keys = [...sentKeys(calls), ...sentKeys(again)];
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[\w-]{8,64}$/);
  expect(new Set(keys).size).toBe(1);
  cleanup();
  const next = await show();
  await fill();
  await click('Submit Product');
  await alert();
  expect(sentKeys(next)).not.toContain(keys[0]);
});

it('reports a reused idempotency key, and submits with a new one', async () => {
  const answers = [() => errorResponse(409, 'idempotency_conflict', 'Used.'), () => sampleShopProduct()];
  const calls = await show({ [ADD]: () => answers.shift()?.() });
  await fill();
  await click('Submit Product');
  expect((await alert()).textContent).toContain('This form was already submitted');
  await readAlert();
  await click('Submit Product');
  expect((await alert()).textContent).toContain('Product added successfully!');
  expect(new Set(sentKeys(calls)).size).toBe(2);
});

it('reports that the subcategory of a draft no longer exists', async () => {
  await show();
  await fill();
  cleanup();
  const calls = await show({ 'GET /api/categories': () => [{ id: 1, name: 'Milk products', children: [] }] });
  await screen.findByText('Your draft has been restored.');
  await click('Submit Product');
  expect((await alert()).textContent).toContain('Invalid subcategory selected');
  expect(sent(calls)).toEqual([]);
});

it('restores the draft after a reload, until it is discarded', async () => {
  await show();
  await type('Product name', 'Half a name');
  cleanup();
  await show();
  expect(field('Product name').value).toBe('Half a name');
  await click('Start over');
  expect(field('Product name').value).toBe('');
  cleanup();
  await show();
  expect(field('Product name').value).toBe('');
});

it('shows on leaving that a draft is stored, with the way back', async () => {
  await show();
  await type('Product name', 'Half a name');
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByText('Your draft is saved.');
  await screen.findByText('went to /dairy/products');
  await click('Continue');
  expect((await screen.findByLabelText<HTMLInputElement>('Product name')).value).toBe('Half a name');
});

it('shows on leaving that the picture is not stored', async () => {
  await show();
  await type('Product name', 'Half a name');
  await userEvent.upload(screen.getByLabelText(/Product image/), new File(['x'], 'a.png', { type: 'image/png' }));
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByText('Your draft is saved, but not the picture.');
});

it('shows nothing on leaving an untouched or a saved form', async () => {
  await show();
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByText('went to /dairy/products');
  cleanup();
  await show();
  await fill();
  await click('Submit Product');
  await readAlert();
  await screen.findByText('went to /dairy/products');
  expect(screen.queryByText(/Your draft is saved/)).toBeNull();
});

it.each<[string, string, string, string]>([
  ['category', 'Add Category', 'Save category', 'Category name required'],
  ['subcategory', 'Add Subcategory', 'Save subcategory', 'Select a category and enter subcategory name'],
  ['unit', 'Add Unit', 'Save unit', 'Unit name required'],
])('opens and closes the panel of a new %s, and requires its name', async (_, open, save, said) => {
  const calls = await show();
  await click(open);
  await click(save);
  expect((await alert()).textContent).toContain(said);
  await readAlert();
  await click(open);
  expect(screen.queryByRole('button', { name: save })).toBeNull();
  expect([...sent(calls, '/api/categories'), ...sent(calls, '/api/units')]).toEqual([]);
});

it('selects the added category, subcategory and unit', async () => {
  const answers = [
    { id: 2, name: 'Sweets' },
    { id: 21, name: 'Test sweet' },
  ];
  const calls = await show({ [CATEGORIES]: () => answers.shift(), [UNITS]: () => ({ id: 6, name: '2 kg' }) });
  await click('Add Category');
  await type('New category', 'Sweets');
  await click('Save category');
  await waitFor(() => expect(field('Category').value).toBe('2'));
  await click('Add Subcategory');
  await type('New subcategory', 'Test sweet{Enter}');
  await waitFor(() => expect(field('Subcategory').value).toBe('21'));
  await click('Add Unit');
  await type('New unit', '2 kg');
  await click('Save unit');
  await waitFor(() => expect(field('Unit').value).toBe('2 kg'));
  expect(sent(calls, '/api/categories')).toEqual([
    { name: 'Sweets', shop_id: 3 },
    { name: 'Test sweet', parent_id: 2, shop_id: 3 },
  ]);
  expect(sent(calls, '/api/units')).toEqual([{ name: '2 kg', shop_id: 3 }]);
  expect(sent(calls)).toEqual([]);
});

it.each<[said: string, call: string, answer: () => unknown]>([
  ['Failed to add category', CATEGORIES, refused],
  ['Error adding category', CATEGORIES, broken],
  ['Failed to add subcategory', CATEGORIES, refused],
  ['Error adding subcategory', CATEGORIES, broken],
  ['Failed to add unit', UNITS, refused],
  ['Error adding unit', UNITS, broken],
])('shows "%s"', async (said, call, answer) => {
  const kind = /\w+$/.exec(said)?.[0] ?? '';
  const Kind = kind.replace(/^./, (letter) => letter.toUpperCase());
  await show({ [call]: answer });
  await choose('Category', 'Milk products');
  await click(`Add ${Kind}`);
  await type(`New ${kind}`, 'Something');
  await click(`Save ${kind}`);
  expect((await alert()).textContent).toContain(said);
});

it('clears the subcategory with the category, and disables it without one', async () => {
  await show();
  expect(field('Subcategory').disabled).toBe(true);
  await choose('Category', 'Milk products');
  await choose('Subcategory', 'Set curd');
  await choose('Category', 'Choose a category');
  expect([field('Subcategory').value, field('Subcategory').disabled]).toEqual(['', true]);
});

it('fills in the code of a hand scanner wherever the focus is, without submitting', async () => {
  const calls = await show();
  await fill();
  scan(document.body);
  await waitFor(() => expect(field('Barcode').value).toBe(BARCODE));
  await userEvent.clear(field('Barcode'));
  const name = field('Product name');
  name.focus();
  scan(name, { onDigit: (digit) => fireEvent.change(name, { target: { value: name.value + digit } }) });
  await waitFor(() => expect(field('Barcode').value).toBe(BARCODE));
  expect(name.value).toBe('Test curd');
  expect(sent(calls)).toEqual([]);
});

it('offers to edit the product that has the scanned barcode', async () => {
  const owner = sampleShopProduct({ id: 9, name: '<b>Test ghee</b>' });
  await show({ [`GET /api/scan?code=${BARCODE}&shopId=3`]: () => sampleScan(owner) });
  scan(document.body);
  const link = await screen.findByRole('link', { name: 'Edit <b>Test ghee</b>' });
  expect(link.getAttribute('href')).toBe('/dairy/admin/edit-product/9');
  expect(field('Barcode').value).toBe('');
});

it('reports a scanned code that is not a product barcode', async () => {
  await show();
  scan(document.body, { code: '8901234567894' });
  await screen.findByText(/This is not a valid product barcode/);
  expect(field('Barcode').value).toBe('');
});

it('asks for a unit price under more details, and says that it wins', async () => {
  const calls = await show();
  await fill();
  expect(screen.queryByLabelText(/^Unit price/)).toBeNull();
  await click('More details: unit price and stock');
  screen.getByText('If filled in, customers pay this instead of the price above.');
  await type('Unit price', '30');
  await type('Unit stock', '4');
  await click('Submit Product');
  await alert();
  expect(sent(calls)).toMatchObject([{ price: '28', stock: '10', unitPrice: '30', unitStock: '4' }]);
});

it('sends further units with their own prices', async () => {
  const calls = await show();
  await fill();
  await click('More units, sizes or colours');
  await type('Pack or size, e.g. 500 g', '1 kg');
  await click('Add');
  expect(field('Pack or size, e.g. 500 g').value).toBe('1 kg');
  await type('Price of the new unit', '54');
  await type('Stock of the new unit', '7');
  await click('Add');
  expect(field('Pack or size, e.g. 500 g').value).toBe('');
  await click('Submit Product');
  await alert();
  const [{ variants = '' } = {}] = sent(calls) as { variants?: string }[];
  expect(JSON.parse(variants)).toMatchObject([
    { unit: '500 g', price: '28', stock: '10' },
    { unit: '1 kg', price: '54', stock: '7' },
  ]);
});

it('starts with the barcode in the address, also over that of a draft', async () => {
  await show();
  await type('Product name', 'Half a name');
  cleanup();
  await show({}, `/dairy/admin/add-product?barcode=${BARCODE}`);
  expect([field('Product name').value, field('Barcode').value]).toEqual(['Half a name', BARCODE]);
});

it('starts with the name in the address, also over that of a draft', async () => {
  await show();
  await type('Product name', 'Half a name');
  cleanup();
  await show({}, `/dairy/admin/add-product?name=Kaju%20%26%20kismis`);
  expect([field('Product name').value, field('Barcode').value]).toEqual(['Kaju & kismis', '']);
});

it('redirects a member of another shop to their own', async () => {
  await LazySwitchOffer.preload();
  await show({}, '/sweets/admin/add-product');
  expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe('/dairy/products');
});

const SUGGEST = 'GET /api/catalog/products';
const known = {
  name: 'Curd, thick',
  name_hi: 'गाढ़ा दही',
  category_id: 1,
  category: 'Milk products',
  subcategory_id: 11,
  subcategory: 'Set curd',
  unit: '400 g',
  mrp: 45,
  description: null,
  picture: '/images/catalog/pouch-curd.webp',
  source: 'catalog',
};
const drawing = () => new Response(new Blob(['drawn'], { type: 'image/webp' }));

it('starts from a known product: all but price and stock is filled in, with its picture', async () => {
  const calls = await show({
    [`${SUGGEST}?search=curd`]: () => [known],
    'GET /images/catalog/pouch-curd.webp': drawing,
  });
  await type('Price', '40');
  await type('Search known products', 'curd');
  await userEvent.click(await screen.findByRole('button', { name: /^Curd, thick/ }));
  expect(field('Product name').value).toBe('Curd, thick');
  expect([field('Category').value, field('Subcategory').value, field('Unit').value]).toEqual(['1', '11', '400 g']);
  expect([field('MRP').value, field('Price').value, field('Stock').value]).toEqual(['45', '40', '']);
  await screen.findByText('Curd, thick is filled in. Set the price and the stock.');
  expect(field('Search known products').value).toBe('');
  await screen.findByRole('button', { name: 'Remove picture' });
  await type('Stock', '12');
  await click('Submit Product');
  await alert();
  const [{ image, variants, ...fields }] = sent(calls) as [Record<string, string>];
  expect(fields).toMatchObject({ name: 'Curd, thick', category_id: '11', unit: '400 g', price: '40', stock: '12' });
  expect(JSON.parse(variants ?? '')).toMatchObject([{ unit: '400 g', mrp: '45', price: '40', stock: '12' }]);
  expect(image).toBeInstanceOf(File);
});

it('leaves the picture of the vendor in place', async () => {
  await show({ [`${SUGGEST}?search=curd`]: () => [known], 'GET /images/catalog/pouch-curd.webp': drawing });
  const own = new File(['own'], 'own.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText(/Product image/), own);
  const shown = document.querySelector('form img')?.getAttribute('src');
  await type('Search known products', 'curd');
  await userEvent.click(await screen.findByRole('button', { name: /^Curd, thick/ }));
  await screen.findByText(/is filled in/);
  expect(document.querySelector('form img')?.getAttribute('src')).toBe(shown);
});

it('says that no known product matches, or that the search failed', async () => {
  await show({ [`${SUGGEST}?search=nothing`]: () => [], [`${SUGGEST}?search=zz`]: () => refused() });
  await type('Search known products', 'nothing');
  await screen.findByText('No known product matches. Fill in the form below.');
  await userEvent.click(screen.getByRole('button', { name: 'Add “nothing” yourself' }));
  expect(field('Product name').value).toBe('nothing');
  await type('Search known products', 'zz');
  await screen.findByText('The search failed. Try again, or fill in the form below.');
});

it('fills in an empty form from a scanned barcode', async () => {
  await show({ [`${SUGGEST}?barcode=${BARCODE}`]: () => [{ ...known, picture: null, source: 'shops' }] });
  scan(document.body);
  await waitFor(() => expect(field('Product name').value).toBe('Curd, thick'));
  expect(field('Barcode').value).toBe(BARCODE);
});

it('fills in the form that was opened with a barcode', async () => {
  await show(
    { [`${SUGGEST}?barcode=${BARCODE}`]: () => [{ ...known, picture: null }] },
    `/dairy/admin/add-product?barcode=${BARCODE}`,
  );
  await waitFor(() => expect(field('Product name').value).toBe('Curd, thick'));
});

it('offers the product of a scanned barcode where a name was typed already', async () => {
  await show({ [`${SUGGEST}?barcode=${BARCODE}`]: () => [{ ...known, picture: null }] });
  await type('Product name', 'Our curd');
  scan(document.body);
  await screen.findByText('This barcode belongs to a known product: Curd, thick.');
  expect(field('Product name').value).toBe('Our curd');
  await click('Fill in the form');
  expect(field('Product name').value).toBe('Curd, thick');
});
