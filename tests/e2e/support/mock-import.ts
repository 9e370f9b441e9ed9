import type { ImportRowView, ImportView } from '@haat/contract/api/imports';
import type { Page } from '@playwright/test';

const LONG = 'Sona masoori rice of the last harvest, cleaned twice by hand';

/** A check of a file that found something of everything. */
const CHECKED: ImportView = {
  id: 7,
  file_name: `${LONG} and everything else in the catalog.csv`,
  dry_run: true,
  state: 'done',
  rows: 5_000,
  created: 1_204,
  changed: 96,
  unchanged: 3_698,
  failed: 2,
  created_at: '2026-11-21T09:00:00.000Z',
  finished_at: '2026-11-21T09:00:01.000Z',
  actor_name: 'Deepa',
  undone_at: null,
  undo_until: null,
  columns: [
    { name: 'Item', samples: [LONG, 'Rose syrup'], column: 'name' },
    { name: 'Rate (₹)', samples: ['125.50', '90'], column: 'price' },
    { name: 'Aisle', samples: [], column: null },
  ],
  unusual: 1,
  new_categories: ['Syrups', 'Syrups › Rose'],
  new_units: ['750 ml'],
  ignored_columns: ['Aisle'],
  preview: [],
  problems: [],
  kept: [],
};

const CHANGED: ImportRowView = {
  row: 2,
  name: LONG,
  kind: 'changed',
  cells: [
    { column: 'price', before: '120.00', after: '1255.00', unusual: 'higher' },
    { column: 'name', before: LONG, after: `${LONG}, new` },
    { column: 'size', before: 'M', after: '' },
  ],
  problems: [],
};

const FAILED: ImportRowView = {
  row: 4_321,
  name: LONG,
  kind: 'failed',
  cells: [
    { column: 'category', before: null, after: 'Rice' },
    { column: 'price', before: null, after: '1e3' },
  ],
  problems: [
    { column: 'price', code: 'price', message: '' },
    { column: null, code: 'cells', message: '' },
  ],
};

/** Lets the screen find an import that nobody has sent: what it looks like does not depend on the shop. */
export async function mockImport(page: Page, changes: Partial<ImportView> = {}): Promise<void> {
  await page.route('**/api/shops/*/imports/7', (route) => route.fulfill({ json: { ...CHECKED, ...changes } }));
  await page.route('**/api/shops/*/imports/7/rows?*', (route) => {
    const isFailed = route.request().url().includes('kind=failed');
    return route.fulfill({ json: [isFailed ? FAILED : CHANGED] });
  });
}
