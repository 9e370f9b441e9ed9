import { expect, it } from 'vitest';
import { decodeCsv } from '../../lib/csv/csv.ts';
import { readFile } from './read-file.ts';

const refusalOf = async (bytes: Buffer | string) => {
  try {
    await readFile(decodeCsv(Buffer.from(bytes as string)));
  } catch (error) {
    return error as { code: string; message: string; details: { reason?: string; line?: number } };
  }
  throw new Error('It was not refused');
};
const reading = async (text: string) => readFile(decodeCsv(Buffer.from(text)));
const problemOf = async (column: string, cell: string) => {
  const { problems, rows } = await reading(`name,${column}\nTea,"${cell.replaceAll('"', '""')}"`);
  return problems[0] ? [problems[0].column, problems[0].code] : rows[0];
};

it.each([
  ['commas', 'Name,PRICE\nTea,49.50'],
  ['semicolons', 'name;price\nTea;49.50'],
  ['tabs', 'name\tprice\nTea\t49.50'],
  ['a mark and CRLF', '\uFEFFname,price\r\nTea,49.50\r\n'],
  ['blank rows and columns in another order', 'price,name,\n,,\n49.5, Tea ,\n\n'],
])('reads a file with %s', async (_what, text) => {
  const { rows, problems } = await reading(text);
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ name: 'Tea', price: 49.5 }]);
});

it('numbers rows as a spreadsheet does, preserves line breaks in cells, and lists unknown columns', async () => {
  const { rows, ignored } = await reading('row,name,description,Aisle\n1,Tea,"two\nlines",red\n,,,\n2,Coffee,,');
  expect(rows).toEqual([
    { row: 2, name: 'Tea', description: 'two\nlines' },
    { row: 4, name: 'Coffee' },
  ]);
  expect(ignored).toEqual(['Aisle']);
});

it.each(['price', 'mrp'])('refuses a %s that is not written as rupees', async (column) => {
  for (const cell of [
    '1e3',
    '0x10',
    '12.345',
    '-0',
    '-1',
    'NaN',
    '1,00',
    '$10',
    '10.',
    '.5',
    '1 000',
    '9'.repeat(30),
  ]) {
    expect([cell, await problemOf(column, cell)]).toEqual([cell, [column, 'price']]);
  }
  expect(await problemOf(column, ' 0012.5 ')).toMatchObject({ [column]: 12.5 });
});

it('takes a stock by weight or volume', async () => {
  const { rows, problems } = await reading(
    'name,price,stock\nSugar,60,2.5 kg\nOil,150,"1,5 l"\nDal,45,500 g\nTea,9,"1,350 kg"',
  );
  expect(rows.map(({ stock }) => stock)).toEqual([
    { amount: 2_500, unit: 'g' },
    { amount: 1_500, unit: 'ml' },
    { amount: 500, unit: 'g' },
  ]);
  expect(problems).toMatchObject([{ row: 5, column: 'stock', code: 'stock' }]);
});

it('takes counts as accounting programs write them', async () => {
  for (const cell of ['24 Nos', '24 NOS.', '24.000 PKT', '24.0', '24Pcs', '24 Box', '२४ नग', '24 bottles'])
    expect([cell, await problemOf('stock', cell)]).toMatchObject([cell, { stock: { amount: 24, unit: 'piece' } }]);
  expect(await problemOf('stock', '10.500 Kgs')).toMatchObject({ stock: { amount: 10_500, unit: 'g' } });
});

it('takes prices and stocks as they are written in India', async () => {
  const { rows } = await reading('name,price,mrp,stock\nRice,"₹ 1,250.00",Rs. 1300/-,"1,000"\nदाल,"१,२५०",1260,१२');
  expect(rows).toMatchObject([
    { price: 1250, mrp: 1300, stock: { amount: 1000, unit: 'piece' } },
    { price: 1250, mrp: 1260, stock: { amount: 12, unit: 'piece' } },
  ]);
});

it.each([
  ['stock', ['1e3', '0x10', '-1', '-0', '1.', '1.5', '24 Demo', '1.5 Nos', '2147483648', '1,00', '+1'], 'stock'],
  ['variant_id', ['0', '-1', '1.5', 'x', '9'.repeat(16)], 'id'],
  ['barcode', ['8901234567894', '12345678', 'x y', 'ए१', '1'.repeat(21)], 'barcode'],
  ['published', ['maybe', '2'], 'published'],
  ['description', ['x'.repeat(100_000), 'a\u0007b'], 'description'],
  ['unit', ['x'.repeat(61), 'a\nb'], 'option'],
])('reports an invalid %s', async (column, cells, code) => {
  for (const cell of cells) expect([cell, await problemOf(column, cell)]).toEqual([cell, [column, code]]);
});

it('removes the one apostrophe that the export puts before formulas', async () => {
  const { rows } = await reading(`name\n'=1+1\n''=1+1\n'Tea'\n'@home`);
  expect(rows.map(({ name }) => name)).toEqual(['=1+1', "'=1+1", "'Tea'", '@home']);
});

it('accepts the clearing word in optional columns, and reports it in the others', async () => {
  const words = '(empty), (EMPTY) ,(empty),(empty),(empty),(Empty),(empty)';
  const { rows, problems } = await reading(
    `name,description,subcategory,size,color,unit,mrp,barcode\nTea,${words}\n'(empty),'(empty),''(empty),(empty) box,,,,`,
  );
  const taken = { description: null, subcategory: null, size: null, color: null, unit: null, mrp: null, barcode: null };
  expect(rows).toEqual([
    { row: 2, name: 'Tea', ...taken },
    { row: 3, name: '(empty)', description: '(empty)', subcategory: "'(empty)", size: '(empty) box' },
  ]);
  expect(problems).toEqual([]);
  for (const column of ['price', 'stock', 'category', 'published', 'product_id']) {
    expect(await problemOf(column, '(empty)')).toEqual([column, 'never_empty']);
  }
});

it('reports a row that has more cells than there are columns', async () => {
  const { problems } = await reading('name,price\nTea,1,2\nTea,1,,');
  expect(problems).toEqual([{ row: 2, column: null, code: 'cells' }]);
});

it.each([
  ['yes', ['Y', 'Enabled', 'TRUE', 'on', 'ACTIVE', 'हाँ', 'VISIBLE (ON)', '1']],
  ['no', ['N', 'Disabled', 'FALSE', 'off', 'Inactive', 'नहीं', 'HIDDEN (OFF)', '0', '-1']],
])('reads %s in the words of other programs', async (word, cells) => {
  for (const cell of cells)
    expect([cell, await problemOf('published', cell)]).toMatchObject([cell, { published: word === 'yes' }]);
});

it.each([
  ['the sum of a column', 'Total,165,'],
  ['the worth of the stock', 'Grand Total,,30'],
  ['the sum in Hindi', 'कुल योग,,30'],
  ['a sum with a colon', '"TOTAL (Rs.):",165.00,'],
  ['no number', 'Total,,'],
  ['a sum in another column', ',Total,30'],
])('leaves out a row with %s', async (_what, line) => {
  const { rows, notes, problems } = await reading(`name,price,stock\nTea,45,10\nSalt,120,20\n${line}`);
  expect([rows.map(({ name }) => name), problems]).toEqual([['Tea', 'Salt'], []]);
  expect(notes).toEqual([{ row: 4, code: 'total' }]);
});

it('leaves out sums of parts, and keeps products that are called like one', async () => {
  const text =
    'name,price,stock\nTea,45,10\nSub total,,10\nTotal care brush,60,5\nSum 41 oil,90,2\nSub total,,7\nGrand total,,17\nTotal,80,4';
  const { rows, notes, problems } = await reading(text);
  expect(rows.map(({ name }) => name)).toEqual(['Tea', 'Total care brush', 'Sum 41 oil']);
  expect(notes.map(({ row }) => row)).toEqual([3, 6, 7]);
  expect(problems).toEqual([{ row: 8, column: null, code: 'total' }]);
});

it.each([
  ['Weight (kg)', '0.5', '0.5 kg'],
  ['Weight [gm]', '250', '250 g'],
  ['वज़न (किलो)', '1', '1 kg'],
  ['Pack (ml)', '200', '200 ml'],
  ['Weight (kg)', '2 kg', '2 kg'],
])('takes the unit of %s from the heading', async (heading, cell, unit) => {
  const { rows } = await reading(`Item,${heading}\nTea,${cell}`);
  expect(rows).toMatchObject([{ name: 'Tea', unit }]);
});

it.each([
  ['the same heading again', 'Item,Rate,Qty', []],
  ['the heading of another table', 'Particulars,Amount,Rate', [4, 5]],
  ['a product without a price', 'Goods,,pcs', []],
])('tells %s from products', async (_what, line, second) => {
  const { problems } = await reading(`Item,Rate,Qty\nTea,45,10\nRusk,20,1\n${line}\nSalt,20,3`);
  const found = problems.filter(({ code }) => code === 'second_table');
  expect(found.map(({ row }) => row)).toEqual(second);
});

it.each([
  ['a spreadsheet', Buffer.from('504b0304140000', 'hex'), 'spreadsheet'],
  ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'spreadsheet'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'not_csv'],
  ['a compressed file', Buffer.from('1f8b0800', 'hex'), 'not_csv'],
  ['UTF-16', Buffer.from('\uFEFFname,price\nTea,1', 'utf16le'), 'encoding'],
  ['UTF-16 without its mark', Buffer.from('name,price\nTea,1', 'utf16le'), 'encoding'],
  ['Windows-1252', Buffer.from('name,price\nCaf\xe9,1', 'latin1'), 'encoding'],
  ['zero bytes', Buffer.from('name,price\nTe\0a,1'), 'not_csv'],
  ['a column twice', 'name,price,Price\nTea,1,2', 'column_twice'],
  ['no row', 'name,price\n,\n', 'empty'],
  ['a header without end', `name,${'x'.repeat(6000)}\nTea,1`, 'not_csv'],
  ['too many rows', `name\n${'Tea\n'.repeat(5001)}`, 'too_many_rows'],
  ['blank rows without end', `name\n${'\n'.repeat(60_000)}`, 'too_many_rows'],
  ['too many cells', `name\n${`${','.repeat(1_000)}Tea\n`.repeat(1_000)}`, 'too_many_cells'],
  ['a row without end', `name\n${'x'.repeat(250_001)}`, 'not_csv'],
])('refuses %s with a readable reason', async (_what, bytes, reason) => {
  const { code, message, details } = await refusalOf(bytes);
  expect([code, details.reason]).toEqual(['file_unreadable', reason]);
  expect(message).toMatch(/^[A-Z].*\.$/);
});

it.each([
  ['that is never closed', `name,price\nTea,1\n"Coffee,2\n${'x,1\n'.repeat(100)}`],
  ['that swallows megabytes', `name,price\nTea,1\n"Coffee,2\n${'x,1\n'.repeat(400_000)}`],
  ['that encloses the next row', 'name,price\nTea,1\n"5 pipe,2\n6" pipe,3'],
])('refuses a quotation mark %s, with its line', async (_what, text) => {
  const { details } = await refusalOf(text);
  expect(details.reason).toBe('quotes');
  expect(details.line).toBeGreaterThan(2);
});
