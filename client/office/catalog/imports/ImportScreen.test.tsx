import type { ImportRowView, ImportView } from '@haat/contract/catalog/imports.calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { ImportScreen } from './ImportScreen.tsx';

const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const me = { id: 7, name: 'V', mobile: null, profile_image: null, ...vendor };
const IMPORTS = '/api/shops/3/imports';

function anImport(changes: Partial<ImportView> = {}): ImportView {
  return {
    id: 5,
    file_name: 'products.csv',
    dry_run: true,
    state: 'done',
    rows: 4,
    created: 1,
    changed: 1,
    unchanged: 1,
    failed: 1,
    created_at: '2026-11-21T09:00:00.000Z',
    finished_at: '2026-11-21T09:00:01.000Z',
    actor_name: 'Deepa',
    undone_at: null,
    undo_until: null,
    refusal: null,
    kept: [],
    layout: null,
    dates: [],
    notes: [],
    names: [],
    name_choices: null,
    columns: [
      { name: 'Item', samples: ['Ghee', 'Rose syrup'], column: 'name' },
      { name: 'Rate', samples: ['125', '90'], column: 'price' },
      { name: 'Aisle', samples: [], column: null },
    ],
    unusual: 0,
    new_categories: ['Syrups › Rose'],
    new_units: ['750 ml'],
    ignored_columns: ['Colour'],
    preview: [
      { row: 2, name: 'Ghee', kind: 'changed', cells: [{ column: 'price', before: '120.00', after: '125.00' }] },
      { row: 3, name: 'Rose syrup', kind: 'created', cells: [{ column: 'price', before: null, after: '90.00' }] },
    ],
    problems: [{ row: 5, column: 'stock', code: 'stock', message: 'must be a whole number' }],
    ...changes,
  };
}

const CHANGED: ImportRowView[] = [
  {
    row: 2,
    name: 'Ghee',
    kind: 'changed',
    cells: [{ column: 'price', before: '120.00', after: '125.00' }],
    problems: [],
  },
];
const FAILED: ImportRowView[] = [
  {
    row: 5,
    name: 'Oil',
    kind: 'failed',
    cells: [{ column: 'stock', before: null, after: 'many' }],
    problems: [{ column: 'stock', code: 'stock', message: 'must be a whole number' }],
  },
];
const UNUSUAL: ImportRowView[] = [
  {
    row: 2,
    name: 'Ghee',
    kind: 'changed',
    cells: [{ column: 'price', before: '120.00', after: '12.00', unusual: 'lower' }],
    problems: [],
  },
];
const rowsPath = (kind: string) => `GET ${IMPORTS}/5/rows?kind=${kind}&limit=100`;

function show(routes: StubRoutes, at = '/dairy/admin/import') {
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [`GET ${IMPORTS}`]: () => [],
    'GET /api/shops/3/picture-imports': () => [],
    [rowsPath('failed')]: () => FAILED,
    [rowsPath('unusual')]: () => UNUSUAL,
    [rowsPath('changed')]: () => CHANGED,
    ...routes,
  });
  renderScreen(<ImportScreen />, { path: '/:shopSlug/admin/import', at });
  return calls;
}

const csv = (name = 'products.csv', text = 'name,price\nTea,1') => new File([text], name, { type: 'text/csv' });
const choose = async (file: File) => userEvent.upload(await screen.findByLabelText('Choose a file'), file);
const counts = () =>
  screen.getAllByRole('term').flatMap((term) => (term.nextElementSibling?.matches('dd') ? [term.textContent] : []));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('runs a file dry, shows its changes, and applies them', async () => {
  let run = anImport({ state: 'waiting', created: 0, changed: 0, unchanged: 0, failed: 0, preview: [], problems: [] });
  const calls = show({
    [`POST ${IMPORTS}`]: () => run,
    [`GET ${IMPORTS}/5`]: () => run,
    [`POST ${IMPORTS}/5/apply`]: () => (run = anImport({ dry_run: false, state: 'running', created: 0, changed: 0 })),
  });
  const send = await screen.findByRole('button', { name: 'Check the file' });
  expect(send).toHaveProperty('disabled', true);
  await choose(csv());
  await userEvent.click(send);
  expect(await screen.findByText('Checking…')).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ dry_run: 'true' });

  run = anImport();
  expect(
    await screen.findByText('Nothing has been changed yet. Review the changes, then import.', {}, { timeout: 3000 }),
  ).toBeTruthy();
  expect(counts()).toEqual(expect.arrayContaining(['New', 'Changed', 'Unchanged', 'Errors', 'New units of your shop']));
  expect(screen.getByText('Syrups › Rose')).toBeTruthy();
  const row = (name: RegExp) => screen.findByRole('row', { name });
  expect((await row(/^5 Oil/)).textContent).toBe(
    '5OilStock must be a whole number, 0 or more, or a weight or volume such as 2.5 kgmany',
  );
  await userEvent.click(screen.getByRole('button', { name: /^Changed/ }));
  expect((await row(/^2 Ghee/)).textContent).toBe('2Ghee120.00 → 125.00');

  await userEvent.click(screen.getByRole('button', { name: 'Import 2 rows now' }));
  expect(await screen.findByRole('progressbar', { name: '2 of 4 rows' })).toBeTruthy();
  run = anImport({ dry_run: false });
  expect(await screen.findByText('Done: 1 new, 1 changed.', {}, { timeout: 3000 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View products' }).getAttribute('href')).toBe('/dairy/admin/products');
}, 15_000);

it('shows that a workbook is read in turn, and why it was refused', async () => {
  const unread = { columns: [], rows: 0, created: 0, changed: 0, unchanged: 0, failed: 0, preview: [], problems: [] };
  let run = anImport({ ...unread, state: 'reading', new_categories: [], new_units: [], ignored_columns: [] });
  show({ [`GET ${IMPORTS}/5`]: () => run }, '/dairy/admin/import?run=5');
  expect(await screen.findByRole('progressbar', { name: /in a queue/ })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Reading the file…');
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  run = { ...run, state: 'failed', refusal: 'too_many_cells' };
  expect((await screen.findByRole('alert', {}, { timeout: 3000 })).textContent).toMatch(/too many cells/);
  expect(screen.queryByRole('term')).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
});

it('imports without a dry run', async () => {
  const calls = show({
    [`POST ${IMPORTS}`]: () => anImport({ dry_run: false }),
    [`GET ${IMPORTS}/5`]: () => anImport(),
  });
  await choose(csv());
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ dry_run: 'false' }));
});

it('accepts a dropped file', async () => {
  show({});
  const place = await screen.findByRole('group', { name: 'Drop an Excel or CSV file here, or choose one.' });
  fireEvent.drop(place, { dataTransfer: { files: [csv('mine.csv')] } });
  expect(screen.getByText('mine.csv')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check the file' })).toHaveProperty('disabled', false);
});

it.each([
  [
    errorResponse(422, 'file_unreadable', 'x', { reason: 'quotes', line: 7 }),
    /quotation mark is misplaced.*\(Line 7\)/,
  ],
  [errorResponse(422, 'file_unreadable', 'x', { reason: 'encoding' }), /not in UTF-8/],
  [errorResponse(409, 'import_conflict', 'x'), /Another import of this shop is in progress/],
  [errorResponse(422, 'file_unreadable', 'x', { reason: 'too_many_cells' }), /too many cells/],
  [
    errorResponse(429, 'rate_limited', 'x', { retry_after: 1_800 }),
    /Too many files were uploaded\. Please try again in 30 minutes\./,
  ],
  [errorResponse(500, 'internal', 'x'), /Something went wrong/],
])('shows why a file was rejected', async (answer, text) => {
  show({ [`POST ${IMPORTS}`]: () => answer });
  await choose(csv());
  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

it('does not upload a file that is too large', async () => {
  const calls = show({});
  await choose(csv('large.csv', 'x'.repeat(5 * 1024 * 1024 + 1)));
  expect((await screen.findByRole('alert')).textContent).toBe('The file must not be larger than 5 MB.');
  expect(screen.getByRole('button', { name: 'Check the file' })).toHaveProperty('disabled', true);
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

it('cancels a running import, also after a reload', async () => {
  let run = anImport({ dry_run: false, state: 'running' });
  show(
    {
      [`GET ${IMPORTS}/5`]: () => run,
      [`POST ${IMPORTS}/5/cancel`]: () => (run = anImport({ dry_run: false, state: 'cancelled' })),
    },
    '/dairy/admin/import?run=5',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped. Rows imported so far are kept.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByRole('heading', { name: 'Import products' })).toBeTruthy();
});

it.each([
  ['a check', true, /Nothing was changed. Please upload the file again/],
  ['an import', false, /Rows imported so far are kept; upload the file again to import the rest/],
])('shows what to do when %s failed on the server', async (_what, dry_run, said) => {
  const nothing = { created: 0, changed: 0, unchanged: 0, failed: 0, preview: [], problems: [] };
  show({ [`GET ${IMPORTS}/5`]: () => anImport({ ...nothing, dry_run, state: 'failed' }) }, '/dairy/admin/import?run=5');
  expect(await screen.findByText(said)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByLabelText('Choose a file')).toBeTruthy();
});

it('shows a removed cell as empty, and explains how to write it', async () => {
  const cells = [{ column: 'size' as const, before: 'M', after: '' }];
  const rows: ImportRowView[] = [{ row: 2, name: 'Shirt', kind: 'changed', cells, problems: [] }];
  const run = anImport({ failed: 0 });
  show({ [`GET ${IMPORTS}/5`]: () => run, [rowsPath('changed')]: () => rows }, '/dairy/admin/import?run=5');
  expect((await screen.findByRole('row', { name: /Shirt/ })).textContent).toContain('M → nothing');
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByText(/An empty cell leaves the value unchanged\. Type \(empty\)/)).toBeTruthy();
});

it('asks what the columns of a file are, and checks it with them', async () => {
  let run = anImport({ state: 'unmapped', created: 0, changed: 0, failed: 0, finished_at: null });
  run.columns = run.columns.map((column) => ({ ...column, column: null }));
  const calls = show(
    { [`GET ${IMPORTS}/5`]: () => run, [`PUT ${IMPORTS}/5/columns`]: () => (run = anImport()) },
    '/dairy/admin/import?run=5',
  );
  const check = await screen.findByRole('button', { name: 'Check with these columns' });
  expect(check).toHaveProperty('disabled', true);
  const choose = (name: string, column: string) =>
    userEvent.selectOptions(screen.getByRole('combobox', { name: `Field of the column ${name}` }), column);
  await choose('Aisle', 'Name');
  await choose('Item', 'Name');
  await choose('Rate', 'Price');
  await userEvent.click(check);
  expect(await screen.findByText('2 of 3 columns are used.')).toBeTruthy();
  const sent = calls.find(({ method }) => method === 'PUT');
  expect(sent?.body).toEqual({ columns: ['name', 'price', null] });
});

it.each([
  ['Import all rows', true],
  ['Skip these rows', false],
])('asks once about unusual prices: %s', async (answer, accepts) => {
  const calls = show(
    {
      [`GET ${IMPORTS}/5`]: () => anImport({ failed: 0, unusual: 1 }),
      [`POST ${IMPORTS}/5/apply`]: () => anImport({ dry_run: false }),
    },
    '/dairy/admin/import?run=5',
  );
  expect((await screen.findByRole('row', { name: /Ghee/ })).textContent).toContain('10 times less?');
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 rows now' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /1 row is unusual/ }));
  await userEvent.click(dialog.getByRole('button', { name: answer }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ accept_unusual: accepts }));
});

it('undoes an import, and lists what was changed since', async () => {
  const done = { dry_run: false, failed: 0 };
  const undone = anImport({ ...done, undone_at: '2026-11-21T10:00:00.000Z', kept: [{ id: 8, name: 'Ghee' }] });
  let run = anImport({ ...done, undo_until: '2026-11-22T09:00:01.000Z' });
  show(
    {
      [`GET ${IMPORTS}/5`]: () => run,
      [`POST ${IMPORTS}/5/undo`]: () => (run = undone),
    },
    '/dairy/admin/import?run=5',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /Undo the whole import/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText('This import was undone.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ghee' }).getAttribute('href')).toBe('/dairy/admin/edit-product/8');
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
});

it('downloads the products and the invalid rows under the names of the server', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const file = (name: string) => () =>
    new Response('x', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
  show({ 'GET /api/shops/3/products.csv': file('dairy-products-2026-11-21.csv') });
  await userEvent.click(await screen.findByRole('button', { name: 'Download all products' }));
  await waitFor(() => expect(saved).toEqual(['dairy-products-2026-11-21.csv']));
  await userEvent.click(screen.getByRole('button', { name: 'Download template' }));
  expect(saved.at(-1)).toBe('products.csv');
  cleanup();
  show(
    { [`GET ${IMPORTS}/5`]: () => anImport(), [`GET ${IMPORTS}/5/errors.csv`]: file('import-5-errors.csv') },
    '/dairy/admin/import?run=5',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download rows with errors' }));
  await waitFor(() => expect(saved.at(-1)).toBe('import-5-errors.csv'));
});

it('lists the last imports, and offers a new one when an import does not exist', async () => {
  show({ [`GET ${IMPORTS}`]: () => [anImport({ file_name: '<b>list</b>.csv' })] }, '/dairy/admin/import');
  const link = await screen.findByRole('link', { name: '<b>list</b>.csv' });
  expect(link.getAttribute('href')).toBe('/dairy/admin/import?run=5');
  expect(link.closest('li')?.textContent).toContain('Checked');
  expect(link.closest('li')?.textContent).toContain('1 new, 1 changed, 1 with errorsDeepa · ');
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByRole('heading', { name: 'Import products' })).toBeTruthy();
});

it('has texts for every problem and rejection', async () => {
  const { IMPORT_PROBLEMS, IMPORT_REFUSALS } = await import('@haat/contract/catalog/import');
  const english = (await import('../../../i18n/en.json')).default as Record<string, string>;
  const said =
    (kind: string) =>
    ([code, text]: [string, string]) =>
      english[`import.${kind}.${code}`] === text;
  expect(Object.entries(IMPORT_PROBLEMS).filter((each) => !said('problem')(each))).toEqual([]);
  expect(Object.entries(IMPORT_REFUSALS).filter((each) => !said('refused')(each))).toEqual([]);
});

it('separates the cells of a text by another sign', async () => {
  const layout = {
    sheet: null,
    sheets: [],
    delimiter: ',',
    heading_row: 1,
    first_rows: [{ row: 1, text: 'Item;Rate' }],
  };
  const run = anImport({ layout });
  const calls = show(
    { [`GET ${IMPORTS}/5`]: () => run, [`PUT ${IMPORTS}/5/columns`]: () => run },
    '/dairy/admin/import?run=5',
  );
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Separator' }), 'semicolon');
  expect(screen.queryByRole('combobox', { name: 'Row with the headings' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ delimiter: ';' }));
});

it('shows what categories and units of the file stand for, and sends what was chosen', async () => {
  const run = anImport({
    names: [
      { kind: 'category', name: 'Dairy', into: 'Dairy & eggs', count: 3 },
      { kind: 'category', name: 'Lamps', into: null, count: 1 },
      { kind: 'unit', name: '10GM', into: '10 g', count: 1 },
    ],
    name_choices: { category: ['Dairy & eggs', 'Dairy & eggs › Milk'], unit: ['1 kg'], size: [] },
  });
  const calls = show(
    { [`GET ${IMPORTS}/5`]: () => run, [`PUT ${IMPORTS}/5/columns`]: () => run },
    '/dairy/admin/import?run=5',
  );
  const dairy = await screen.findByRole('combobox', { name: 'In your shop, Dairy is' });
  expect(dairy).toHaveProperty('value', 'Dairy & eggs');
  expect(screen.getByRole('combobox', { name: 'In your shop, 10GM is' })).toHaveProperty('value', '10 g');
  await userEvent.selectOptions(dairy, 'New: Dairy');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'In your shop, Lamps is' }),
    'Dairy & eggs › Milk',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check with these names' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      names: [
        { kind: 'category', name: 'Dairy', into: null },
        { kind: 'category', name: 'Lamps', into: 'Dairy & eggs › Milk' },
        { kind: 'unit', name: '10GM', into: '10 g' },
      ],
    }),
  );
});

it('reads the table of a file at another place, and its dates as what was typed', async () => {
  const layout = {
    sheet: 'May',
    sheets: ['Read me', 'May'],
    delimiter: ',',
    heading_row: 2,
    first_rows: [
      { row: 1, text: 'Ganesh Stores' },
      { row: 2, text: 'Item · Size · Rate' },
    ],
  };
  const samples = [{ cell: '2026-08-06', day_month: '6-8', month_day: '8-6' }];
  const run = anImport({
    layout,
    dates: [{ at: 0, reading: 'day_month', samples }],
    notes: [{ code: 'total', count: 30, rows: [9, 12] }],
  });
  const calls = show(
    { [`GET ${IMPORTS}/5`]: () => run, [`PUT ${IMPORTS}/5/columns`]: () => run },
    '/dairy/admin/import?run=5',
  );
  const sent = async (count: number) => {
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    const changes = () => calls.filter(({ method }) => method === 'PUT');
    await waitFor(() => expect(changes()).toHaveLength(count));
    return changes().at(-1)?.body;
  };
  const typed = await screen.findByRole('combobox', { name: 'Typed in the column Item' });
  expect(
    within(typed)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['6-8', '8-6', '2026-08-06']);
  expect(screen.getByText('9, 12 … (30)')).toBeTruthy();
  await userEvent.selectOptions(typed, '8-6');
  expect(await sent(1)).toEqual({ dates: { 0: 'month_day' } });
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Row with the headings' }),
    'Row 1: Ganesh Stores',
  );
  expect(await sent(2)).toEqual({ heading_row: 1 });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'Read me');
  expect(await sent(3)).toEqual({ sheet: 'Read me' });
});
