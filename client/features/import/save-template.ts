import { PRODUCT_COLUMNS } from '@haat/contract/rules/import-columns';
import { saveFile } from './save-file.ts';

// Those that only the export can fill in.
const IDS = ['product_id', 'variant_id'];

/** A file with the names of the columns, in the form in which spreadsheets read it as UTF-8. */
const templateText = (): string => `\uFEFF${PRODUCT_COLUMNS.filter((name) => !IDS.includes(name)).join(',')}\r\n`;

/** Saves an empty list for somebody to fill in. */
export function saveTemplate(): void {
  saveFile(new Blob([templateText()], { type: 'text/csv;charset=utf-8' }), 'products.csv');
}
