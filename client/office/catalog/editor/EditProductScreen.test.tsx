import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleShopProduct } from '../../../test/samples.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { EditProductScreen } from './EditProductScreen.tsx';

const READ = 'GET /api/shops/3/products/4';
const SAVE = 'PUT /api/products/4';
const membership = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const me = { id: 7, name: 'Test Vendor', email: 'a@b.in', mobile: null, profile_image: null, ...membership };
const categories = [
  { id: 1, name: 'Milk products', children: [{ id: 11, name: 'Set curd' }] },
  { id: 2, name: 'Test sweets', children: [{ id: 21, name: 'Test laddus' }] },
];
const [half] = sampleShopProduct().variants;
const kilo = { ...half!, id: 42, price: 54, stock: 3, stock_amount: 3, unit: { id: 6, name: '1 kg' } };

async function show(routes: StubRoutes = {}, product: ShopProduct = sampleShopProduct(), from?: string) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...membership }));
  const calls = stubServer({
    'GET /api/users/me': () => me,
    'GET /api/categories': () => categories,
    'GET /api/units': () => [{ id: 5, name: '500 g' }],
    [READ]: () => product,
    [SAVE]: () => product,
    ...routes,
  });
  const at = '/dairy/admin/edit-product/4';
  const place = { path: '/:shopSlug/admin/edit-product/:id', at, state: { from }, hasToasts: true };
  renderScreen(<EditProductScreen />, place);
  return calls;
}

const shown = () => screen.findByLabelText('Product name');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  if (text) await userEvent.type(field(label), text);
};
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const alert = () => screen.findByRole('alertdialog');
const readAlert = async () => userEvent.click(within(await alert()).getByRole('button', { name: 'OK' }));
const sent = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as Record<string, string>);
const variantsOf = (form: Record<string, string> | undefined) =>
  JSON.parse(form?.variants ?? '[]') as Record<string, unknown>[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('starts with the stored product, submits the changes, and opens the list of the back office', async () => {
  const calls = await show();
  await shown();
  const labels = ['Product name', 'Description', 'Category', 'Subcategory', 'Price', 'Stock', 'Barcode'];
  expect(labels.map((label) => field(label).value)).toEqual(['Test curd', 'Set overnight', '1', '11', '28', '10', '']);
  expect(calls.filter(({ path }) => path === '/api/shops/3/products/4')).toHaveLength(1);
  await retype('Price', '30');
  await click('Update Product');
  expect((await alert()).textContent).toContain('Product updated successfully!');
  const [form] = sent(calls);
  expect(form).toMatchObject({
    name: 'Test curd',
    category: 'Milk products',
    subcategory: 'Set curd',
    price: '30',
    shop_id: '3',
    version: sampleShopProduct().version,
  });
  expect(variantsOf(form)).toMatchObject([{ id: 41, price: '30', stock: '10', stock_seen: 10 }]);
  await readAlert();
  await screen.findByText('went to /dairy/admin/products');
});

it('leads back to the screen that it was opened from', async () => {
  await show({}, sampleShopProduct(), '/dairy/admin/products?search=curd');
  await shown();
  await click('Update Product');
  await readAlert();
  await screen.findByText('went to /dairy/admin/products?search=curd');
});

it('asks before it saves a price of 0 or one that is ten times off', async () => {
  const calls = await show();
  await shown();
  await retype('Price', '280');
  await click('Update Product');
  expect((await alert()).textContent).toContain('₹280.00 instead of ₹28.00: is that right?');
  await click('No, change it');
  expect(sent(calls)).toEqual([]);
  await retype('Price', '0');
  await click('Update Product');
  expect((await alert()).textContent).toContain('₹0.00: sell for free?');
  await click('Yes, save it');
  expect(await screen.findByText('Product updated successfully!')).toBeTruthy();
  expect(sent(calls)).toMatchObject([{ price: '0', confirm_free: '1' }]);
});

it('clears the subcategory with another category, and disables it without one', async () => {
  await show();
  await shown();
  await userEvent.selectOptions(field('Category'), 'Test sweets');
  expect(field('Subcategory').value).toBe('');
  await userEvent.selectOptions(field('Category'), 'Choose a category');
  expect(field('Subcategory').disabled).toBe(true);
});

it('requires name, category and subcategory', async () => {
  const calls = await show();
  await shown();
  await retype('Product name', '');
  await userEvent.selectOptions(field('Category'), 'Choose a category');
  await click('Update Product');
  expect((await alert()).textContent).toContain('Please fill in all required fields');
  await readAlert();
  await waitFor(() => expect(document.activeElement).toBe(field('Product name')));
  screen.getByText('Please choose a category.');
  expect(sent(calls)).toEqual([]);
});

it('appends a unit with a name and a price, and ignores one without', async () => {
  const calls = await show();
  await shown();
  await userEvent.type(field('Pack or size, e.g. 500 g'), '1 kg');
  await click('Add Unit');
  expect(screen.queryByRole('group', { name: '1 kg' })).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.type(field('Price of the new unit'), '54{Enter}');
  screen.getByRole('group', { name: '1 kg' });
  expect([field('Pack or size, e.g. 500 g').value, field('Price of the new unit').value]).toEqual(['', '']);
  expect(document.activeElement).toBe(field('Pack or size, e.g. 500 g'));
  await click('Update Product');
  await alert();
  const [form] = sent(calls);
  expect(JSON.parse(form?.units ?? '')).toMatchObject([
    { name: '500 g', price: '28', stock: '10' },
    { name: '1 kg', price: '54' },
  ]);
});

it('moves units, removes them, and restores a removed one', async () => {
  const calls = await show({}, sampleShopProduct({ variants: [half!, kilo] }));
  await shown();
  await click('Remove 1 kg');
  expect(screen.queryByRole('group', { name: '1 kg' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await click('Move up: 1 kg');
  screen.getByRole('group', { name: '500 g' });
  expect(screen.getAllByLabelText<HTMLInputElement>('Price').map(({ value }) => value)).toEqual(['54', '28']);
  await click('Update Product');
  await alert();
  expect(variantsOf(sent(calls)[0]).map(({ id }) => id)).toEqual([42, 41]);
});

it.each<[string, () => unknown, string]>([
  [
    'in the words of the server',
    () => errorResponse(409, 'barcode_taken', 'The barcode is taken.'),
    'The barcode is taken.',
  ],
  ['in its own words', () => errorResponse(500, 'internal', ''), 'Failed to update product'],
  ['of a broken line', () => Promise.reject(new TypeError('x')), 'An error occurred while updating.'],
])('shows a failure %s, and keeps the form', async (_, save, said) => {
  await show({ [SAVE]: save });
  await shown();
  await retype('Price', '30');
  await click('Update Product');
  expect((await alert()).textContent).toContain(said);
  await readAlert();
  expect(field('Price').value).toBe('30');
});

const theirs = sampleShopProduct({
  name: 'Test curd, thick',
  version: 'later',
  variants: [{ ...half!, stock: 4, stock_amount: 4 }],
});

function refuseOnce(): StubRoutes {
  const answers = [errorResponse(409, 'edit_conflict', 'Changed meanwhile.', { current: theirs })];
  return { [SAVE]: () => answers.pop() ?? theirs };
}

it('shows a concurrent edit, and saves mine on top of it', async () => {
  const calls = await show(refuseOnce());
  await shown();
  await retype('Price', '30');
  await click('Update Product');
  const dialog = within(await screen.findByRole('dialog', { name: 'This product was changed in the meantime' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Product nameTest curdwas Test curd Test curd, thick',
    'Stock10was 10 4',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  expect((await alert()).textContent).toContain('Product updated successfully!');
  const form = sent(calls).at(-1);
  expect(form).toMatchObject({ name: 'Test curd, thick', price: '30', version: 'later' });
  expect(variantsOf(form)).toMatchObject([{ price: '30', stock: '4', stock_seen: 4 }]);
});

it('takes theirs on request, without another submit', async () => {
  const calls = await show(refuseOnce());
  await shown();
  await retype('Price', '30');
  await click('Update Product');
  await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect([field('Product name').value, field('Price').value, field('Stock').value]).toEqual([
    'Test curd, thick',
    '28',
    '4',
  ]);
  expect(sent(calls)).toHaveLength(1);
  expect(sessionStorage.length).toBe(0);
});

it('continues a draft on the version that it is based on', async () => {
  await show();
  await shown();
  await retype('Price', '30');
  cleanup();
  const calls = await show({}, theirs);
  await screen.findByText('Your draft has been restored.');
  await click('Update Product');
  await alert();
  expect(sent(calls)[0]).toMatchObject({ price: '30', version: sampleShopProduct().version });
});

it('shows a script in a name as text', async () => {
  await show({}, sampleShopProduct({ name: '<img src=x onerror=alert(1)>' }));
  await shown();
  expect(field('Product name').value).toBe('<img src=x onerror=alert(1)>');
  expect(document.querySelector('img[src="x"]')).toBeNull();
});

it('removes the picture on request', async () => {
  const calls = await show({}, sampleShopProduct({ image: '/uploads/a-320.webp' }));
  await shown();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/uploads/a-320.webp');
  await click('Remove picture');
  await click('Update Product');
  await alert();
  expect(sent(calls)[0]).toMatchObject({ pictures: '[]' });
});

it('submits the details that were changed, and refuses a wrong licence number', async () => {
  const calls = await show({}, sampleShopProduct({ details: { maker_name: 'Test Dairy', best_before: '2 days' } }));
  await shown();
  await retype('FSSAI licence number', '1234');
  await userEvent.selectOptions(field('Role of the maker'), 'Packer');
  await retype('Best before', '');
  await click('Update Product');
  expect(screen.getByText('An FSSAI licence number has 14 digits.')).toBeTruthy();
  expect(sent(calls)).toEqual([]);
  await retype('FSSAI licence number', '10000000000000');
  await click('Update Product');
  await alert();
  expect(JSON.parse(sent(calls)[0]?.details ?? '')).toEqual({
    maker_role: 'packer',
    fssai_licence: '10000000000000',
    best_before: null,
  });
});

it('adds, moves and removes further pictures', async () => {
  const pictures = ['/uploads/a-320.webp', '/uploads/b-320.webp', '/uploads/c-320.webp'];
  const calls = await show({}, sampleShopProduct({ image: pictures[0]!, pictures }));
  await shown();
  await click('Move picture 3 forward');
  await click('Remove picture 3');
  const more = screen.getByLabelText(/More pictures/);
  await userEvent.upload(more, new File(['x'], 'd.png', { type: 'image/png' }));
  await click('Move picture 2 forward');
  await click('Update Product');
  await alert();
  const [form] = sent(calls);
  expect(form?.pictures).toBe(JSON.stringify([pictures[2], pictures[0], 'new']));
  expect(form?.image).toBeInstanceOf(File);
});

it('takes no more than six pictures', async () => {
  const pictures = Array.from({ length: 5 }, (_, at) => `/uploads/${at}-320.webp`);
  await show({}, sampleShopProduct({ image: pictures[0]!, pictures }));
  await shown();
  const files = ['d', 'e'].map((name) => new File(['x'], `${name}.png`, { type: 'image/png' }));
  await userEvent.upload(screen.getByLabelText(/More pictures/), files);
  expect(screen.getAllByRole('img', { name: /^Picture \d/ })).toHaveLength(5);
  screen.getByText('A product can have at most 6 pictures.');
  expect(screen.queryByLabelText(/More pictures/)).toBeNull();
});

it('does not edit a product that is not in the shop', async () => {
  await show({ [READ]: () => errorResponse(404, 'not_found', 'Product not found') });
  await screen.findByText('This product does not belong to your shop, or it was deleted.');
  expect(screen.getByRole('link', { name: 'Go to products' }).getAttribute('href')).toBe('/dairy/products');
});

it('retries what could not be loaded', async () => {
  const answers = [sampleShopProduct()];
  let isBroken = true;
  await show({ [READ]: () => (isBroken ? errorResponse(500, 'internal', '') : answers[0]) });
  await screen.findByText('The product could not be loaded.');
  isBroken = false;
  await click('Try again');
  await shown();
});
