import type { ImportView } from '@haat/contract/api/imports';
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
  new_categories: ['Syrups', 'Syrups › Rose'],
  new_units: ['750 ml'],
  ignored_columns: ['Shelf'],
  preview: [
    {
      row: 2,
      name: LONG,
      kind: 'changed',
      cells: [
        { column: 'price', before: '120.00', after: '125.50' },
        { column: 'name', before: LONG, after: `${LONG}, new` },
      ],
    },
    { row: 3, name: 'Rose syrup', kind: 'created', cells: [{ column: 'price', before: null, after: '90.00' }] },
  ],
  problems: [
    { row: 5, column: 'subcategory', code: 'parent_missing', message: '' },
    { row: 4_321, column: 'price', code: 'price', message: '' },
    { row: 4_321, column: null, code: 'cells', message: '' },
  ],
};

/** Lets the screen find an import that nobody has sent: what it looks like does not depend on the shop. */
export function mockImport(page: Page, changes: Partial<ImportView> = {}): Promise<unknown> {
  return page.route('**/api/shops/*/imports/7', (route) => route.fulfill({ json: { ...CHECKED, ...changes } }));
}
