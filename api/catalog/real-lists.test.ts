import { createMember, createShop } from '@haat/core/test/factories';
import { type Cell, sheetXml, workbookOf } from '@haat/core/test/workbook';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { importAndRun, runImports } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

/**
 * `rows`: the name, price, stock, unit, barcode and other values of each new product, without empty ones. `asked`: what a person
 * has to choose; `columns`: the answer, where nothing says what the columns are. `left`: the rows that are left out, with the reason.
 */
type List = {
  file: string | Buffer<ArrayBuffer>;
  rows: string[];
  asked?: string[];
  left?: string[];
  columns?: (string | null)[];
};

const xlsx = (rows: Cell[][], merged: string[] = []): Buffer<ArrayBuffer> => {
  const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return workbookOf(sheetXml(rows).replace('</sheetData>', `</sheetData><mergeCells>${ranges}</mergeCells>`));
};
const table = (...rows: string[][]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => (cell.startsWith('<td') ? cell : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`;

// Shops and goods that were made up, in the forms in which programs and shops write lists.
const LISTS: Record<string, List> = {
  'a title, an address and a date': {
    file: 'Demo Kirana\n"12, Station Road, Demo Nagar"\nPrice list as on 1-Apr-26\n\nItem,Rate,Qty\nToor dal 1 kg,165,10\nPoha 500 g,38,4',
    rows: ['Toor dal 1 kg|165.00|10', 'Poha 500 g|38.00|4'],
  },
  'a stock summary of an accounting program': {
    file: 'Demo Traders,,,\nStock Summary,,,\n1-Apr-26 to 30-Jun-26,,,\nParticulars,Closing Balance,,\n,Quantity,Rate,Value\nDemo Atta 5kg,24 Nos,245.00,5880.00\nDemo Salt 1kg,60.000 PKT,24.00,1440.00\nGrand Total,84,,7320.00',
    rows: ['Demo Atta 5kg|245.00|24', 'Demo Salt 1kg|24.00|60'],
    left: ['8 total'],
  },
  'a price list of it, with rates per unit': {
    file: 'Demo Traders\nPrice List\n\n"Name of Item","Rate"\n"Demo Besan","95.00/kg"\n"Demo Soap","38.00 / Pcs"\n"Demo Ghee","Rs. 620 per ltr"',
    rows: ['Demo Besan|95.00|kg', 'Demo Soap|38.00|piece', 'Demo Ghee|620.00|litre'],
  },
  'a stock list of a pharmacy program, with tabs': {
    file: 'DEMO PHARMA\t\t\t\t\nSTOCK AND SALES\t\t\t\t\nITEM NAME\tPACK\tM.R.P.\tRATE\tSTOCK\nDEMO COUGH SYRUP\t100ML\t98.00\t82.50\t12\nDEMO BALM\t10GM\t45.00\t39.00\t30',
    rows: ['DEMO COUGH SYRUP|82.50|12|100 ml|mrp 98.00', 'DEMO BALM|39.00|30|10 g|mrp 45.00'],
  },
  'items of a billing program': {
    file: 'Item name*,Item code,HSN,Sale price,Purchase price,Opening stock quantity,Minimum stock quantity,Item Location,Tax Rate,Base Unit (x)\nDemo Tea 250 g,T-1,0902,120,98,14,5,A2,GST@5%,PACKETS\nDemo Rusk,R-1,1905,40,31,9,5,A3,None,PACKETS',
    rows: ['Demo Tea 250 g|120.00|14|packet', 'Demo Rusk|40.00|9|packet'],
  },
  'items of an invoice program, with codes of currencies': {
    file: 'Item ID,Item Name,SKU,Rate,Stock On Hand,Usage unit,Status\n460000001,Demo Jam,J1,INR 85.00,7,jar,Active\n460000002,Demo Pickle,P1,"INR 1,110.00",3,jar,Inactive',
    rows: ['Demo Jam|85.00|7|jar', 'Demo Pickle|1110.00|3|jar|published no'],
  },
  'products of a web shop': {
    file: 'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","In stock?",Stock,"Regular price","Sale price",Categories\n14,simple,S1,8901234567890,Demo Honey,1,0,1,25,250,,Demo Foods\n15,simple,S2,,Demo Jaggery,0,0,1,8,90,80,Demo Foods',
    rows: ['Demo Honey|250.00|25|8901234567890', 'Demo Jaggery|90.00|8|published no'],
  },
  'products of another web shop, named in their first rows': {
    file: 'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode\ndemo-kurta,Demo Kurta,,Demo,Clothing,TRUE,Size,M,200,4,899.00,999.00,\ndemo-kurta,,,,,,,L,220,6,899.00,999.00,\ndemo-cap,Demo Cap,,Demo,Clothing,TRUE,Title,Default Title,80,9,150.00,,',
    rows: ['Demo Kurta|899.00|4|size M|mrp 999.00', 'Demo Kurta|899.00|6|size L|mrp 999.00', 'Demo Cap|150.00|9'],
  },
  'items of a till, by store': {
    file: 'Handle,SKU,Name,Category,Sold by weight,Default price,Cost,Barcode,Available for sale [Demo],Price [Demo],In stock [Demo],Low stock [Demo]\ndemo-chips,10001,Demo Chips,Demo Snacks,N,20.00,16.00,,Y,20.00,40,10\ndemo-cola,10002,Demo Cola,Demo Snacks,N,45.00,38.00,8901030865237,Y,45.00,12,6',
    rows: ['Demo Chips|20.00|40|category Demo Snacks', 'Demo Cola|45.00|12|8901030865237|category Demo Snacks'],
  },
  'items of another till': {
    file: 'Token,Item Name,Variation Name,SKU,Description,Category,Price,Current Quantity Demo Market,GTIN\nAB12,Demo Biscuit,Regular,,,Demo Bakery,30.00,18,8901234567890\nAB13,Demo Cake,Regular,,With raisins,Demo Bakery,220.00,,',
    rows: [
      'Demo Biscuit|30.00|18|8901234567890|category Demo Bakery|size Regular',
      'Demo Cake|220.00|category Demo Bakery|size Regular|description With raisins',
    ],
  },
  'products of a planning program': {
    file: '"External ID","Name","Sales Price","Cost","Quantity On Hand","Unit of Measure","Barcode"\n"demo.p1","Demo Sugar","46.0","41.0","30.0","kg","8901234567890"\n"demo.p2","Demo Rava","52.5","44.0","12.0","kg",""',
    rows: ['Demo Sugar|46.00|30|kg|8901234567890', 'Demo Rava|52.50|12|kg'],
  },
  'a list in Hindi': {
    file: 'क्र.,सामान का नाम,दाम (₹),मात्रा,इकाई\n१,डेमो चावल,₹ ६५,१२,1 किलो\n२,डेमो तेल,"₹ १,२५०.५०",३,5 लीटर',
    rows: ['डेमो चावल|65.00|12|1 kg', 'डेमो तेल|1250.50|3|5 L'],
  },
  'two languages in each heading': {
    file: 'Item / सामान,Rate / भाव,Qty / मात्रा\nDemo Haldi / हल्दी,₹240/-,6\nDemo Jeera / जीरा,Rs.380,5',
    rows: ['Demo Haldi / हल्दी|240.00|6', 'Demo Jeera / जीरा|380.00|5'],
  },
  'semicolons and a hint for Excel': {
    file: 'sep=;\nItem;Rate;Qty;Remarks\nDemo Oil 1 l;155,00;4;pure, filtered\nDemo Vinegar;60,50;2;',
    rows: ['Demo Oil 1 l|155.00|4|description pure, filtered', 'Demo Vinegar|60.50|2'],
  },
  'commas in cells beside semicolons': {
    file: 'Item;Rate;Qty\nDemo Masala, hot;55;4\nDemo Masala, mild;50;2\nDemo Papad, urad, 200 g;70;3',
    rows: ['Demo Masala, hot|55.00|4', 'Demo Masala, mild|50.00|2', 'Demo Papad, urad, 200 g|70.00|3'],
  },
  'bars, and a heading on each page': {
    file: 'Demo Stores Page 1\nItem Name|Rate|Closing Stock\nDemo Candle|10|50\nDemo Stores Page 2\nItem Name|Rate|Closing Stock\nDemo Matchbox|2|200',
    rows: ['Demo Candle|10.00|50', 'Demo Matchbox|2.00|200'],
    left: ['4 price_missing', '5 heading'],
  },
  'tabs, copied from a table': {
    file: 'Sl. No.\tProduct\tSize\tColour\tPrice (Rs.)\n1\tDemo Shirt\tM\tBlue\t650\n2\tDemo Shirt\tL\tBlue\t650',
    rows: ['Demo Shirt|650.00|size M|color Blue', 'Demo Shirt|650.00|size L|color Blue'],
  },
  'amounts as they are written in India': {
    file: 'Item,Rate,MRP,Qty\nDemo Fridge,"Rs. 1,20,000.00","₹1,25,000/-","1,200"\nDemo Fan,Rs 2499/-,"Rs.2,999",15\nDemo Bulb,₹ 99.00 only,INR 120,1000',
    rows: [
      'Demo Fridge|120000.00|1200|mrp 125000.00',
      'Demo Fan|2499.00|15|mrp 2999.00',
      'Demo Bulb|99.00|1000|mrp 120.00',
    ],
  },
  'a heading with line breaks': {
    file: '"Item\nName";"Rate\n(Rs.)";"Qty\nin stock"\nDemo Soap;35;12\nDemo Comb;20;8',
    rows: ['Demo Soap|35.00|12', 'Demo Comb|20.00|8'],
  },
  'a page named .xls': {
    file: `<html><body>${table(['<td colspan=4>Demo Book Shop</td>'], ['Title', 'Category', 'Rate', 'Qty'], ['Demo Atlas', '<td rowspan=2>Demo Books</td>', '250', '3'], ['Demo Reader', '90', '7'])}</body></html>`,
    rows: ['Demo Atlas|250.00|3|category Demo Books', 'Demo Reader|90.00|7|category Demo Books'],
  },
  'merged titles and categories': {
    file: xlsx(
      [
        ['Demo Mart', '', '', ''],
        ['Group', 'Item', 'Rate', 'Qty'],
        ['Demo Grains', 'Demo Bajra', 40, 5],
        ['', 'Demo Jowar', 55, 6],
        ['Demo Spices', 'Demo Clove', 90, 7],
        ['', 'Demo Cinnamon', 60, 8],
      ],
      ['A1:D1', 'A3:A4', 'A5:A6'],
    ),
    rows: [
      'Demo Bajra|40.00|5|category Demo Grains',
      'Demo Jowar|55.00|6|category Demo Grains',
      'Demo Clove|90.00|7|category Demo Spices',
      'Demo Cinnamon|60.00|8|category Demo Spices',
    ],
  },
  'names merged over their sizes': {
    file: xlsx(
      [
        ['Item', 'Size', 'Rate', 'Qty'],
        ['Demo Frock', 'S', 450, 3],
        ['', 'M', 480, 2],
        ['Demo Vest', 'S', 120, 9],
      ],
      ['A2:A3'],
    ),
    rows: ['Demo Frock|450.00|3|size S', 'Demo Frock|480.00|2|size M', 'Demo Vest|120.00|9|size S'],
  },
  'a merged heading of two rows': {
    file: xlsx(
      [
        ['Item', 'Price', '', 'Stock'],
        ['', 'MRP', 'Rate', ''],
        ['Demo Shampoo', 120, 110, 14],
        ['Demo Talc', 80, 75, 6],
      ],
      ['A1:A2', 'B1:C1', 'D1:D2'],
    ),
    rows: ['Demo Shampoo|110.00|14|mrp 120.00', 'Demo Talc|75.00|6|mrp 80.00'],
  },
  'sizes that became dates': {
    file: 'Item,Size,Rate,Qty\nDemo Frock,06-Aug,350,4\nDemo Frock,08-Oct,380,5\nDemo Frock,Free,400,2',
    rows: ['Demo Frock|350.00|4|size 6-8', 'Demo Frock|380.00|5|size 8-10', 'Demo Frock|400.00|2|size Free size'],
    asked: ['dates of Size'],
  },
  'sums of parts and of all': {
    file: 'Item,Qty,Rate,Amount\nDemo Pen,10,5,50\nDemo Pad,5,20,100\nSub Total,15,,150\nDemo Glue,4,25,100\nSub Total,4,,100\nGRAND TOTAL,19,,250',
    rows: ['Demo Pen|5.00|10', 'Demo Pad|20.00|5', 'Demo Glue|25.00|4'],
    left: ['4 total', '6 total', '7 total'],
  },
  'words for nothing': {
    file: 'Name,Category,Unit,Price,Stock,Barcode\nDemo Bread,N/A,NULL,45,nil,NULL\nDemo Bun,-,none,10,12,0',
    rows: ['Demo Bread|45.00', 'Demo Bun|10.00|12'],
  },
  'barcodes that Excel has shortened': {
    file: 'Item,Barcode,Price\nDemo Toffee,8.90103E+12,5\nDemo Gum,8.90123E+12,2',
    rows: ['Demo Toffee|5.00', 'Demo Gum|2.00'],
    left: ['2 barcode_shortened', '3 barcode_shortened'],
  },
  'protected numbers': {
    file: 'Code,Item,Sale Rate,Cl. Stock\n="0012",="Demo Rope",="45.00",="12"\n="0013",="Demo Hook",="8.50",="100"',
    rows: ['Demo Rope|45.00|12', 'Demo Hook|8.50|100'],
  },
  'a printed price only': {
    file: 'Product,MRP,Stock\nDemo Noodles,14,48\nDemo Sauce,99,10',
    rows: ['Demo Noodles|14.00|48|mrp 14.00', 'Demo Sauce|99.00|10|mrp 99.00'],
  },
  'the unit twice': {
    file: 'Item Name,Unit,Qty,Unit,Rate\nDemo Rice,kg,12,kg,60\nDemo Eggs,dozen,4,dozen,84',
    rows: ['Demo Rice|60.00|12|kg', 'Demo Eggs|84.00|4|dozen'],
  },
  'groups as rows of their own': {
    file: 'Item,Rate,Qty\nDEMO PULSES,,\nDemo Moong,110,5\nDemo Chana,80,9\nDEMO OILS,,\nDemo Til oil,320,2',
    rows: [
      'Demo Moong|110.00|5|category DEMO PULSES',
      'Demo Chana|80.00|9|category DEMO PULSES',
      'Demo Til oil|320.00|2|category DEMO OILS',
    ],
    left: ['2 group', '5 group'],
  },
  'signs that are not seen': {
    file: '\uFEFFItem\u00a0Name,Rate,Qty\n\u200eDemo\u00a0Kaju\u200f ,"\u20b9\u00a0900",\u202a3\u202c\n"Demo  Badam",850.00\u00a0,4',
    rows: ['Demo Kaju|900.00|3', 'Demo Badam|850.00|4'],
  },
  'a number before each item, and blank columns': {
    file: ',,,,\nS.No,,Description of Goods,,Rate\n1,,Demo Broom,,60\n2,,Demo Mop,,180\n,,,,\n"Note: prices may change",,,,',
    rows: ['Demo Broom|60.00', 'Demo Mop|180.00'],
    left: ['6 name_missing'],
  },
  'words of a shop of its own': {
    file: 'Maal,Bhav,Nag\nDemo Agarbatti,25,40\nDemo Camphor,60,12',
    rows: ['Demo Agarbatti|25.00|40', 'Demo Camphor|60.00|12'],
    asked: ['columns'],
    columns: ['name', 'price', 'stock'],
  },
};

const VALUES = ['price', 'stock', 'unit', 'barcode'];
const NAMED = ['category', 'subcategory', 'size', 'color', 'mrp', 'description', 'published'];
type Changed = { row: number; name: string; cells: { column: string; after: string }[] };

function lineOf({ name, cells }: Changed): string {
  const valueOf = (column: string) => cells.find((cell) => cell.column === column)?.after;
  const named = NAMED.flatMap((column) => (valueOf(column) ? [`${column} ${valueOf(column)}`] : []));
  return [name, ...VALUES.flatMap((column) => valueOf(column) ?? []), ...named].join('|');
}

const byRow = (one: string, other: string) => one.localeCompare(other);

it.each(Object.entries(LISTS))(
  'reads a list with %s',
  async (_what, { file, rows, asked = [], left = [], columns }) => {
    let run = await importAndRun({ vendor, shop, text: file, dryRun: true });
    const path = `/api/shops/${shop.id}/imports/${run.id}`;
    const isUnmapped = run.state === 'unmapped';
    if (isUnmapped) {
      await vendor.put(`${path}/columns`, { body: { columns } });
      run = await runImports({ vendor, shop }, run.id);
    }
    const created = (await vendor.get(`${path}/rows?kind=created`)).body;
    const questions = [
      ...(isUnmapped ? ['columns'] : []),
      ...run.dates.map(({ at }: { at: number }) => `dates of ${run.columns[at].name}`),
    ];
    const problems = run.problems.map(({ row, code }: { row: number; code: string }) => `${row} ${code}`);
    const notes = run.notes.flatMap(({ code, rows: of }: { code: string; rows: number[] }) =>
      code === 'repaired' ? [] : of.map((row) => `${row} ${code}`),
    );
    expect({ rows: created.map(lineOf), asked: questions, left: [...problems, ...notes].toSorted(byRow) }).toEqual({
      rows,
      asked,
      left: left.toSorted(byRow),
    });
    expect(questions.length).toBeLessThanOrEqual(2);
  },
);
