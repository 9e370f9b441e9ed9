import { expect, it } from 'vitest';
import { chooseSheet, openFile } from './find-table.ts';

it.each([
  ['a title', 'Ganesh Stores,,\nItem,Rate,Qty\nTea,5,1', 2],
  ['a title of several cells', 'Shop:,Ganesh Stores,,\nDate:,1 May,,\nItem,Rate,Qty,MRP\nTea,5,1,6', 3],
  ['a title and blank rows', '\n\nPrice list\n\nItem,Rate\nTea,5\nSalt,6', 5],
  [
    'a period and an address',
    'Om Kirana,,\n"12, MG Road, Pune",,\n1-Apr-26 to 31-Mar-27,,\nParticulars,Qty,Rate\nTea,1,5',
    4,
  ],
  ['a title in Hindi', 'गणेश स्टोर,,\nसामान का नाम,दाम,मात्रा\nचाय,5,1', 2],
  ['another heading of fewer names', 'Item,Sale,,\nItem name,Rate,MRP,Qty\nTea,5,6,1', 2],
  ['a heading with names that say nothing', 'Shri Ram Traders,,,\n,,,\nMaal,Bhav,Khana,Nag\nTea,5,1,2\nSalt,6,1,2', 3],
  ['nothing', 'Item,Rate\nTea,5', 1],
  ['nothing, with one column', 'name\nTea\nSalt', 1],
  ['nothing, with one known name', 'Item,Khana,Jagah\nTea,5,1', 1],
  ['nothing, with a second heading later', 'Item,Rate\nTea,5\nItem,Rate,Qty,MRP\nSalt,5,1,6', 1],
])('finds the heading below %s', (_what, text, row) => {
  expect(openFile(text).table.headingRow).toBe(row);
});

it('reads the names of columns over several lines and in a wrong encoding', () => {
  const { header } = openFile('"Item\n  name ","Rate\r\n(₹)",à¤¨à¤¾à¤®\nTea,5,1');
  expect(header).toEqual(['Item name', 'Rate (₹)', 'नाम']);
});

it.each([
  ['the only one', ['Item,Rate\nTea,5'], 'S1'],
  ['the one with a heading', ['How to use this file\nFill in the next sheet', 'Item,Rate\nTea,5'], 'S2'],
  ['the first of two alike', ['Item,Rate\nTea,5', 'Item,Rate\nSalt,6'], 'S1'],
  ['the one whose heading is better known', ['Item,Khana\nTea,5', 'Item,Rate,Qty\nTea,5,1'], 'S2'],
  ['one below an empty one', ['', 'Maal,Bhav\nTea,5'], 'S2'],
  ['one that is not broken', ['Item,Rate\n"Tea,5', 'Item,Rate\nTea,5'], 'S2'],
])('chooses of several sheets %s', (_what, texts, name) => {
  const sheets = texts.map((text, at) => ({ name: `S${at + 1}`, text }));
  expect(chooseSheet(sheets, ',').name).toBe(name);
});

it('refuses sheets without a table for the reason of the first one', () => {
  const sheets = [
    { name: 'A', text: 'Item,Rate' },
    { name: 'B', text: 'name,Name\nTea,5' },
  ];
  expect(() => chooseSheet(sheets, ',')).toThrow('There are no rows below the header.');
});
