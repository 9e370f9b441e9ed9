import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { guardable } from './formula-guard.ts';

type Line = readonly (string | null)[];

/**
 * Lines as CSV that spreadsheets open as it is: UTF-8 with its mark, a CRLF after each line, and nothing in it that they
 * would run as a formula. A line may be longer than there are columns. Lines are asked for only as the reader takes them.
 */
export function writeCsv(columns: readonly string[], lines: AsyncIterable<Line> | Iterable<Line>): Readable {
  const csv = stringify({
    bom: true,
    record_delimiter: '\r\n',
    escape_formulas: true,
    // Where lists are parted by semicolons, what follows one would be a cell of its own.
    quoted_match: /[;\t]/,
  });
  // A reader that leaves ends the lines; lines that fail end the reader.
  return pipeline(Readable.from(cellsOf(columns, lines)), csv, () => {});
}

async function* cellsOf(columns: Line, lines: AsyncIterable<Line> | Iterable<Line>): AsyncIterable<string[]> {
  yield cells(columns);
  for await (const line of lines) yield cells(line);
}

const cells = (line: Line): string[] => line.map((cell) => guardable(cell ?? ''));
