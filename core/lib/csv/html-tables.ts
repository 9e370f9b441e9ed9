import { Parser } from 'htmlparser2';

/** A sheet of a workbook, or a table of a page. */
export type SheetRows = { name: string; rows: string[][] };

/** `above`: the cells that reach down into the next rows, by their columns. */
type OpenTable = {
  table: SheetRows;
  cell: { text: string; columns: number; rows: number } | undefined;
  above: Map<number, { text: string; rows: number }>;
};

/** Of a table; more are refused. */
export const MAX_COLUMNS = 200;
// The tags of web pages, and of workbooks as XML.
const ROWS = ['tr', 'row'];
const CELLS = ['td', 'th', 'cell'];

/** The tables of a web page or of a workbook saved as XML, as many programs name `.xls`. Tables in cells come first. */
export function readHtmlTables(page: string): SheetRows[] {
  const found: SheetRows[] = [];
  const open: OpenTable[] = [];
  let [sheet, textOf] = ['', ''];
  const parser = new Parser({
    onopentag(name, attributes) {
      const [table] = open.slice(-1);
      if (name === 'style' || name === 'script') textOf = name;
      if (name === 'worksheet') sheet = attributes['ss:name'] ?? '';
      if (name === 'table') open.push({ table: { name: sheet, rows: [] }, cell: undefined, above: new Map() });
      if (!table) return;
      if (ROWS.includes(name)) table.table.rows.push([]);
      if (CELLS.includes(name)) {
        const row = table.table.rows.at(-1) ?? [];
        const before = Math.min(Number(attributes['ss:index'] ?? 0) - 1, MAX_COLUMNS);
        fillFromAbove(table, row);
        while (row.length < before) {
          row.push('');
          fillFromAbove(table, row);
        }
        const columns = Math.min(
          Number(attributes.colspan ?? 1 + Number(attributes['ss:mergeacross'] ?? 0)) || 1,
          MAX_COLUMNS,
        );
        const rows = Number(attributes.rowspan ?? 1 + Number(attributes['ss:mergedown'] ?? 0)) || 1;
        table.cell = { text: '', columns, rows };
      }
      if (name === 'br' && table.cell) table.cell.text += '\n';
    },
    ontext(text) {
      const cell = open.at(-1)?.cell;
      if (cell && textOf === '') cell.text += text;
    },
    onclosetag(name) {
      if (name === textOf) textOf = '';
      const table = open.at(-1);
      if (!table) return;
      if (CELLS.includes(name) && table.cell) {
        const { text, columns, rows } = table.cell;
        const row = table.table.rows.at(-1) ?? [];
        const cells = [cellText(text), ...Array.from({ length: columns - 1 }, () => '')];
        for (const [at, cell] of cells.entries())
          if (rows > 1) table.above.set(row.length + at, { text: mergedText(cell), rows: rows - 1 });
        row.push(...cells);
        table.cell = undefined;
      }
      if (ROWS.includes(name)) fillFromAbove(table, table.table.rows.at(-1) ?? []);
      if (name === 'table') found.push(...open.splice(-1).map((each) => each.table));
    },
  });
  parser.end(page);
  return found;
}

/** Cells that reach down from the row above have their text in each row. */
function fillFromAbove({ above }: OpenTable, row: string[]): void {
  for (let cell = above.get(row.length); cell; cell = above.get(row.length)) {
    if (cell.rows === 1) above.delete(row.length);
    else cell.rows -= 1;
    row.push(cell.text);
  }
}

/** The text of a merged cell in its further rows. A number is of all of them together, such as their stock. */
export const mergedText = (text: string): string => (/\p{L}/u.test(text) ? text : '');

/** The text as a browser shows it: lines of the source are none. */
const cellText = (text: string): string => text.replaceAll(/[^\S\u00a0]+/g, ' ').trim();
