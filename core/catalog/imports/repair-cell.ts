import { isProductBarcode } from '@haat/contract/catalog/barcode';
import type { ImportProblem, ProductColumn } from '@haat/contract/catalog/import';

/**
 * The text of a cell before a spreadsheet or another program damaged it, or why it is lost. `shortened`: a barcode of which
 * the last digits are missing.
 */
export type RepairedCell =
  | { text: string; isRepaired: boolean }
  | { shortened: string }
  | { problem: Extract<ImportProblem, 'cell_error' | 'garbled'> };

/** Repairs a cell that was changed after it was typed; an empty text for the words that databases have for nothing. */
export function repairCell(cell: string, column: ProductColumn): RepairedCell {
  const decoded = repairEncoding(cell).trim();
  const text = withoutFormula(decoded);
  if (ERROR.test(text)) return { problem: 'cell_error' };
  if (NOTHING.has(text.toLowerCase())) return { text: '', isRepaired: false };
  if (column === 'barcode') return repairBarcode(text);
  if (TEXTS.includes(column) && isGarbled(text, column)) return { problem: 'garbled' };
  return { text, isRepaired: decoded !== cell.trim() };
}

const TEXTS: readonly ProductColumn[] = ['name', 'description', 'category', 'subcategory', 'size', 'color', 'unit'];

// Programs write ="00123" so that a spreadsheet keeps the digits.
const FORMULA = /^=\s*"((?:[^"]|"")*)"$/;

const withoutFormula = (text: string): string => FORMULA.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text;

// Of Excel, LibreOffice and Google Sheets; ##### is a number that did not fit into its column.
const ERROR = /^(?:#(?:n\/a|ref!|div\/0!|value!|name\?|null!|num!|spill!|calc!|error!)|#{3,}|err:\d{3})$/i;

const NOTHING = new Set([
  'null',
  '(null)',
  '\\n',
  'n/a',
  'na',
  'n.a.',
  'none',
  'nil',
  'default title',
  '-',
  '--',
  '–',
  '—',
]);

/** Whether letters were lost: as question marks, as the sign for it, or in an encoding that was applied twice. */
function isGarbled(text: string, column: ProductColumn): boolean {
  if (text.includes('\uFFFD') || /à[¤¥][^a-z]/.test(text)) return true;
  const hasLetters = /[\p{L}\p{N}]/u.test(text);
  return hasLetters ? column !== 'description' && text.includes('???') : text.includes('?');
}

// The bytes 80 to 9F of Windows-1252; those without a letter there are control characters.
const LETTERS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at));
const BYTES = new Map(Array.from(LETTERS, (letter, at) => [letter, 0x80 + at]));

/** Text in UTF-8 that was read as Windows-1252 and stored again: `à¤šà¤¾à¤¯` as `चाय`. Any other text is kept. */
export function repairEncoding(text: string): string {
  if (!/[Â-ô]/.test(text)) return text;
  const bytes = Array.from(text, (letter) => BYTES.get(letter) ?? letter.codePointAt(0) ?? 0);
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

// 8.90103E+12, with a comma in some languages.
const SHORTENED = /^\d(?:[.,]\d+e\+?|e\+)\d{1,2}$/i;

function repairBarcode(text: string): RepairedCell {
  // Programs write a zero for no barcode.
  if (/^0+(?:\.0+)?$/.test(text)) return { text: '', isRepaired: false };
  if (SHORTENED.test(text)) return { shortened: text.replace(',', '.').toLowerCase() };
  const code = text.replace(/^(\d+)\.0+$/, '$1');
  const digits = code.replaceAll(/(?<=\d)[\s-]+(?=\d)/g, '');
  if (isProductBarcode(digits)) return { text: digits, isRepaired: false };
  // A number has no zeros in front.
  const padded = [8, 12, 13].map((length) => digits.padStart(length, '0')).find(isProductBarcode);
  return padded && digits.length >= 7 ? { text: padded, isRepaired: true } : { text: code, isRepaired: false };
}

/** Whether a spreadsheet shortens the barcode to this number. */
export function isShortenedTo(barcode: string | null | undefined, shortened: string): boolean {
  const decimals = /\.(\d+)e/.exec(shortened)?.[1]?.length ?? 0;
  return barcode ? Number(barcode).toExponential(decimals) === Number(shortened).toExponential(decimals) : false;
}
