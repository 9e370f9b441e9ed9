import { Parser } from 'htmlparser2';

/** A sheet of a workbook, or a table of a page. */
export type SheetRows = { name: string; rows: string[][] };

/** Of a table; more are refused. */
export const MAX_COLUMNS = 200;
// The tags of web pages, and of workbooks as XML.
const ROWS = ['tr', 'row'];
const CELLS = ['td', 'th', 'cell'];

/** The tables of a web page or of a workbook saved as XML, as many programs name `.xls`. Tables in cells come first. */
export function readHtmlTables(page: string): SheetRows[] {
  const found: SheetRows[] = [];
  const open: { table: SheetRows; cell: { text: string; columns: number } | undefined }[] = [];
  let [sheet, textOf] = ['', ''];
  const parser = new Parser({
    onopentag(name, attributes) {
      const [table] = open.slice(-1);
      if (name === 'style' || name === 'script') textOf = name;
      if (name === 'worksheet') sheet = attributes['ss:name'] ?? '';
      if (name === 'table') open.push({ table: { name: sheet, rows: [] }, cell: undefined });
      if (!table) return;
      if (ROWS.includes(name)) table.table.rows.push([]);
      if (CELLS.includes(name)) {
        const row = table.table.rows.at(-1);
        const before = Math.min(Number(attributes['ss:index'] ?? 0) - 1, MAX_COLUMNS);
        row?.push(...Array.from({ length: Math.max(0, before - row.length) }, () => ''));
        const columns = Math.min(Number(attributes.colspan ?? 1) || 1, MAX_COLUMNS);
        table.cell = { text: '', columns };
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
        const { text, columns } = table.cell;
        table.table.rows.at(-1)?.push(cellText(text), ...Array.from({ length: columns - 1 }, () => ''));
        table.cell = undefined;
      }
      if (name === 'table') found.push(...open.splice(-1).map((each) => each.table));
    },
  });
  parser.end(page);
  return found;
}

/** The text as a browser shows it: lines of the source are none. */
const cellText = (text: string): string => text.replaceAll(/[^\S\u00a0]+/g, ' ').trim();
