import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { OperatorCatalogScreen } from './OperatorCatalogScreen.tsx';

const PATH = '/api/operator/catalog';
const PRODUCTS = `${PATH}-products`;
const LIST = `GET ${PRODUCTS}?sort=name&direction=asc&limit=50`;
const name = (id: number, english: string, hindi: string | null, more = {}) => ({
  id,
  name: english,
  name_hi: hindi,
  parent_id: null,
  hidden: false,
  shipped: true,
  ...more,
});
const categories = [name(1, 'Staples', 'राशन'), name(2, 'Dals', 'दालें', { parent_id: 1 }), name(3, 'Bakery', 'बेकरी')];
const units = [name(5, '10 kg', null), name(6, '2 kg', null)];
const product = {
  id: 9,
  name: 'Toor dal',
  name_hi: 'अरहर दाल',
  category_id: 2,
  category: 'Dals',
  unit_id: 6,
  unit: '2 kg',
  description: null,
  mrp: null,
  picture: null,
  barcodes: [],
  hidden: false,
  shipped: true,
};

async function show(routes: StubRoutes = {}, part = '') {
  localStorage.setItem('authToken', tokenFor({ sub: '7', operator: true }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, operator: true };
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [LIST]: () => [product],
    [`GET ${PATH}/categories`]: () => categories,
    [`GET ${PATH}/units`]: () => units,
    ...routes,
  });
  const at = `/operator/catalog${part && `?part=${part}`}`;
  renderScreen(<OperatorCatalogScreen />, { path: '/operator/catalog', at, hasToasts: true });
  await screen.findByRole('heading', { level: 1, name: 'Catalog' });
  return calls;
}

/** The row of an entry, by its name. */
const row = async (called: string) => within((await screen.findByRole('rowheader', { name: called })).closest('tr')!);
const names = () => screen.getAllByRole('rowheader').map((each) => each.querySelector('strong')?.textContent);

const click = async (label: string | RegExp) => userEvent.click(await screen.findByRole('button', { name: label }));
const bodies = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST' || method === 'PATCH').map(({ body }) => body);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lists the known products, and finds others by a search on the server', async () => {
  const found = { ...product, id: 10, name: 'Moong dal', barcodes: ['9520000000011'], mrp: 130, hidden: true };
  await show({ [`GET ${PRODUCTS}?search=moong&sort=name&direction=asc&limit=50`]: () => [found] });
  await row('Toor dal अरहर दाल');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or barcode' }), 'moong');
  const entry = await row('Moong dal Hidden अरहर दाल');
  for (const text of ['9520000000011', '₹130.00', 'Dals', '2 kg']) entry.getByText(text);
  entry.getByRole('button', { name: 'Show Moong dal, 2 kg' });
});

it('filters and sorts the known products on the server', async () => {
  const sorted = `GET ${PRODUCTS}?category=2&state=hidden&sort=mrp&direction=desc&limit=50`;
  await show({
    [`GET ${PRODUCTS}?category=2&sort=name&direction=asc&limit=50`]: () => [product],
    [`GET ${PRODUCTS}?category=2&state=hidden&sort=name&direction=asc&limit=50`]: () => [],
    [sorted]: () => [{ ...product, id: 12, name: 'Urad dal', hidden: true }],
    [sorted.replace('desc', 'asc')]: () => [product],
  });
  const dals = await screen.findByRole('option', { name: 'Staples > Dals' });
  await userEvent.selectOptions(screen.getByLabelText('Category'), dals);
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Hidden');
  await screen.findByText('No entries match these filters.');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Any state');
  await row('Toor dal अरहर दाल');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'MRP');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Hidden');
  await row('Urad dal Hidden अरहर दाल');
  await click('MRP');
  await row('Toor dal अरहर दाल');
});

it('adds barcodes and the MRP to a known product', async () => {
  const calls = await show({ [`PATCH ${PRODUCTS}/9`]: ({ body }) => ({ ...product, ...(body as object) }) });
  await click('Edit Toor dal, 2 kg');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Barcodes'), '123');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText(/^This is not a valid product barcode/);
  await userEvent.clear(dialog.getByLabelText('Barcodes'));
  await userEvent.type(dialog.getByLabelText('Barcodes'), '9520000000011, 9520000000028');
  await userEvent.type(dialog.getByLabelText('MRP'), '320');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(bodies(calls)).toEqual([
    {
      name: 'Toor dal',
      name_hi: 'अरहर दाल',
      category_id: 2,
      unit_id: 6,
      mrp: 320,
      barcodes: ['9520000000011', '9520000000028'],
    },
  ]);
});

it('adds a known product, with a subcategory and a unit', async () => {
  const calls = await show({ [`POST ${PRODUCTS}`]: () => ({ ...product, id: 11 }) });
  await click('Add a product');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Please enter a name.');
  await userEvent.type(dialog.getByLabelText('Name in English'), 'Chana dal');
  const dals = await dialog.findByRole('option', { name: 'Staples > Dals' });
  await userEvent.selectOptions(dialog.getByLabelText('Category'), dals);
  const options = within(dialog.getByLabelText('Unit')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Choose a unit', '2 kg', '10 kg']);
  await userEvent.selectOptions(dialog.getByLabelText('Unit'), '10 kg');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(bodies(calls)).toMatchObject([{ name: 'Chana dal', name_hi: null, category_id: 2, unit_id: 5, barcodes: [] }]);
});

it('lists categories with their subcategories, and finds them in both languages', async () => {
  await show({}, 'categories');
  (await row('Dals दालें')).getByText('Staples');
  expect(names()).toEqual(['Bakery', 'Staples', 'Dals']);
  await click('Name');
  expect(names()).toEqual(['Bakery', 'Dals', 'Staples']);
  await click('Name');
  expect(names()).toEqual(['Staples', 'Dals', 'Bakery']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'बेक');
  expect(names()).toEqual(['Bakery']);
  await click('Units');
  await row('10 kg');
  expect(names()).toEqual(['2 kg', '10 kg']);
});

it('filters categories by category and by state', async () => {
  const hidden = name(7, 'Rice', null, { parent_id: 1, hidden: true });
  await show({ [`GET ${PATH}/categories`]: () => [...categories, hidden] }, 'categories');
  await row('Dals दालें');
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Staples');
  expect(names()).toEqual(['Staples', 'Dals', 'Rice']);
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Shown');
  expect(names()).toEqual(['Staples', 'Dals']);
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Hidden');
  expect(names()).toEqual(['Rice']);
});

it('adds a subcategory, renames it and hides it', async () => {
  const calls = await show(
    {
      [`POST ${PATH}/categories`]: () => name(4, 'Millets', 'मोटे अनाज', { parent_id: 1 }),
      [`PATCH ${PATH}/categories/2`]: ({ body }) => ({ ...categories[1], ...(body as object) }),
    },
    'categories',
  );
  await click('Add a name');
  let dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name in English'), 'Millets');
  await userEvent.type(dialog.getByLabelText('Name in Hindi'), 'मोटे अनाज');
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Staples');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  await click('Edit Dals');
  dialog = within(screen.getByRole('dialog'));
  await userEvent.clear(dialog.getByLabelText('Name in Hindi'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await click('Hide Dals');
  await screen.findByText('Hidden from new products');
  expect(bodies(calls)).toEqual([
    { name: 'Millets', name_hi: 'मोटे अनाज', parent_id: 1 },
    { name: 'Dals', name_hi: null },
    { hidden: true },
  ]);
});

it('shows why a name was refused', async () => {
  await show(
    { [`POST ${PATH}/units`]: () => errorResponse(400, 'invalid_input', 'name is already in the catalog') },
    'units',
  );
  await click('Add a name');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name in English'), '2 kg');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('name is already in the catalog');
});
