import type { ImportRowView, ImportView } from '@haat/contract/catalog/imports.calls';
import type { PictureImportView, PictureMatch } from '@haat/contract/catalog/picture-imports.calls';
import type { Page } from '@playwright/test';
import { zipOf } from '../../../core/test/workbook.ts';

const LONG = 'Sona masoori rice of the last harvest, cleaned twice by hand';

/** The result of a check with rows of every kind. */
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
  layout: null,
  refusal: null,
  dates: [],
  notes: [],
  names: [],
  name_choices: null,
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

/** What an import has until its workbook is read. */
export const UNREAD = {
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  failed: 0,
  unusual: 0,
  columns: [],
  new_categories: [],
  new_units: [],
  ignored_columns: [],
} satisfies Partial<ImportView>;

/** Serves an import that was not uploaded, so that its look does not depend on the shop. */
export async function mockImport(page: Page, changes: Partial<ImportView> = {}): Promise<void> {
  await page.route('**/api/shops/*/imports/7', (route) => route.fulfill({ json: { ...CHECKED, ...changes } }));
  await page.route('**/api/shops/*/imports/7/rows?*', (route) => {
    const isFailed = route.request().url().includes('kind=failed');
    return route.fulfill({ json: [isFailed ? FAILED : CHANGED] });
  });
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

/** Pictures of which the mocked server finds some products, and a file that is no picture. */
export const ZIP_OF_PICTURES = {
  name: `${LONG}.zip`,
  mimeType: 'application/zip',
  buffer: zipOf({
    '1.jpg': JPEG,
    '2.jpg': JPEG,
    [`3 ${LONG} and everything else in the catalog.jpg`]: JPEG,
    '4 Rose syrup.jpg': JPEG,
    '5.txt': Buffer.from('none'),
  }),
};

const MATCHES: PictureMatch[] = [
  { product: { id: 1, name: LONG, image: '/images/catalog/sack-toor-dal.webp' }, problem: null },
  { product: { id: 2, name: 'Rose syrup', image: null }, problem: null },
  { product: null, problem: 'not_found' },
  { product: null, problem: 'several' },
];

const PICTURE_IMPORT: PictureImportView = {
  id: 9,
  file_name: `${LONG} and everything else in the catalog.zip`,
  pictures: 1_200,
  imported: 1_198,
  created_at: '2026-11-21T09:00:00.000Z',
  finished_at: '2026-11-21T09:10:00.000Z',
  actor_name: 'Deepa',
  undone_at: null,
  undo_until: '2030-11-22T09:10:00.000Z',
  kept: 0,
};

/** Invented imports of pictures, and the products that the files of `ZIP_OF_PICTURES` are named after. */
export async function mockPictureImports(page: Page): Promise<void> {
  const undone = { ...PICTURE_IMPORT, id: 8, undone_at: '2026-11-20T09:00:00.000Z', undo_until: null, kept: 3 };
  const interrupted = {
    ...PICTURE_IMPORT,
    id: 7,
    file_name: 'a.zip',
    imported: 7,
    finished_at: null,
    undo_until: null,
  };
  await page.route('**/api/shops/*/picture-imports', (route) =>
    route.fulfill({ json: [PICTURE_IMPORT, undone, interrupted] }),
  );
  await page.route('**/api/shops/*/picture-imports/matches', (route) => route.fulfill({ json: MATCHES }));
}
