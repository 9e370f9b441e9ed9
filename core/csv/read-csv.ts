import { MOST_IMPORT_ROWS } from '@haat/contract/rules/import-columns';
import { CsvError, type Options, parse } from 'csv-parse';
import { unreadable } from './unreadable.ts';

const DELIMITERS = [',', ';', '\t'];
const MOST_BLANK_ROWS = 50_000;
const LONGEST_HEADER = 5_000;

/** A row under its number in the spreadsheet, where the names of the columns are row 1. */
export type CsvRow = { row: number; cells: string[] };

const OPTIONS: Options = {
  relax_column_count: true,
  // A quotation mark that is not closed would otherwise swallow the rest of the file into one cell.
  max_record_size: 1_000_000,
  record_delimiter: ['\r\n', '\n', '\r'],
};

/**
 * The header of a CSV text and its rows that have anything in them, parted by commas, semicolons or tabs, whichever the
 * header has most. Throws `file_unreadable` with its line for quotation marks out of place and for too many rows.
 */
export async function readCsv(text: string): Promise<{ header: string[]; rows: CsvRow[] }> {
  const [first = ''] = /^[^\r\n]*/.exec(text) ?? [];
  if (first.length > LONGEST_HEADER) throw unreadable('not_csv');
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let number = 0;
  for await (const cells of recordsOf(text, delimiterOf(first))) {
    number += 1;
    if (!header) header = cells;
    else if (cells.some((cell) => cell.trim() !== '')) rows.push({ row: number, cells });
    if (rows.length > MOST_IMPORT_ROWS || number > MOST_BLANK_ROWS) throw unreadable('too_many_rows');
  }
  return { header: header ?? [], rows };
}

async function* recordsOf(text: string, delimiter: string): AsyncIterable<string[]> {
  try {
    yield* parse(text, { ...OPTIONS, delimiter }) as AsyncIterable<string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw unreadable('quotes', Number(error['lines']) || undefined);
    throw error;
  }
}

function delimiterOf(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
