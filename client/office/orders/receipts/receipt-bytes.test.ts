import type { OrderView } from '@haat/contract/orders/orders.calls';
import { setupI18n } from '@lingui/core';
import fc from 'fast-check';
import QRCode from 'qrcode';
import { messages as english } from 'virtual:catalog/en-pages';
import { messages as hindi } from 'virtual:catalog/hi-pages';
import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../../test/samples.ts';
import { printedPaper } from '../../../test/printed-paper.ts';
import { drawCode } from './draw-code.ts';
import { missingImageBytes } from './printer-connection.ts';
import type { Columns } from './printer-settings.ts';
import { receiptBytes, type DrawText, layOut } from './receipt-bytes.ts';
import { toReceipt } from './receipt.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: english, hi: hindi } });

/** Ten dots a letter, one line, all black. */
const drawText: DrawText = (text, { maxWidth }) => {
  const width = Math.min(maxWidth, Math.ceil((text.length * 10) / 8) * 8);
  const black = new Uint32Array(width * 34).fill(0xff_00_00_00);
  return { width, height: 34, data: new Uint8ClampedArray(black.buffer) };
};

type Print = { columns?: Columns; isCopy?: boolean; locale?: 'en' | 'hi' };

function print(changes: Partial<OrderView> = {}, { columns = 32, isCopy = false, locale = 'en' }: Print = {}) {
  i18n.activate(locale);
  const dateStyle = locale === 'en' ? 'medium' : 'short';
  const t = (id: string, values?: Record<string, string | number>) => i18n._(id, values);
  const bytes = receiptBytes(layOut(toReceipt(sampleOrder(changes), { t, locale, isCopy, dateStyle })), {
    columns,
    drawText,
  });
  return { bytes, ...printedPaper(bytes) };
}

const [item] = sampleOrder().items;
const named = (name: string) => ({ items: [{ ...item!, name }] });
const rule = '-'.repeat(32);

it('sends a QR code as a picture to a printer that draws none', () => {
  const url = 'https://haat.example/#/dairy/orders/4/timeline';
  const bytes = receiptBytes([{ kind: 'code', url }], { columns: 32, drawText, drawCode });
  const { codes, pictures } = printedPaper(bytes);
  const { size, data } = QRCode.create(url, { errorCorrectionLevel: 'L' }).modules;
  const dark = data.reduce((sum, module) => sum + module, 0);
  expect(codes).toEqual([]);
  const side = Math.ceil((size * 4) / 8) * 8;
  expect(pictures).toEqual([{ width: side, height: side, blackDots: dark * 16 }]);
});

describe('on paper of 58 mm', () => {
  it("has the customer's note below the payment", () => {
    const { lines } = print({ note: 'Leave it with the watchman at gate 2, please' });
    const at = lines.findIndex((line) => line.startsWith('Collect'));
    expect(lines.slice(at + 1, at + 4).map((line) => line.trimEnd())).toEqual([
      'Note: Leave it with the watchman',
      'at gate 2, please',
      rule,
    ]);
  });

  it('has the revision of a changed order, the weight of what was weighed, and the cash beside an online payment', () => {
    const weighed = { ...item!, packed_grams: 950, amount: 237.5 };
    const paid = { payment_method: 'online', payment_status: 'paid', cash_extra: 12.5 } as const;
    const lines = print({ ...paid, revision: 2, items: [weighed], total: 250 }).lines.map((line) => line.trim());
    expect(lines).toContain('*** Changed order, version 2 ***');
    expect(lines).toContain('packed 950 g          Rs. 237.50');
    expect(lines.join(' ')).toContain('Paid online, collect Rs. 12.50 in cash');
  });

  it('has the items, the amount to collect and the address', () => {
    const { lines, pictures, codes, cuts } = print();
    expect(codes).toEqual([expect.stringMatching(/#\/dairy\/orders\/4\/timeline$/)]);
    expect(
      lines
        .map((line) => line.trimEnd())
        .join('\n')
        .trimEnd(),
    ).toBe(
      [
        '          Malnad Dairy',
        '           9000000103',
        rule,
        'Order H000004           Delivery',
        '21 Nov 2026, 2:30 PM',
        rule,
        '2 x Ghee, 500 g',
        '@ Rs. 125.00          Rs. 250.00',
        rule,
        'Total                 Rs. 250.00',
        '2 items',
        'Collect Rs. 250.00 in cash',
        rule,
        'Test Customer',
        '9876543210',
        '4th Main, Bengaluru 560011',
        rule,
        '',
        '     Scan to see your order',
      ].join('\n'),
    );
    expect(pictures).toEqual([]);
    expect(cuts).toBe(0);
  });

  it('prints the essentials in bold', () => {
    const bold = ['Malnad Dairy', 'Order H000004           Delivery', '2 x Ghee, 500 g'];
    expect(print().bold).toEqual([...bold, 'Total                 Rs. 250.00', 'Collect Rs. 250.00 in cash']);
  });

  it('prints COPY at both ends of a copy', () => {
    const { lines } = print({}, { isCopy: true });
    const copies = lines.flatMap((line, at) => (line.trim() === '*** COPY ***' ? [at] : []));
    const printed = lines.flatMap((line, at) => (line.trim() ? [at] : []));
    expect(copies).toEqual([printed[0], printed.at(-1)]);
    expect(print().lines.join()).not.toContain('COPY');
  });

  it('is sent in some seconds', () => expect(print().bytes.length).toBeLessThan(800));
});

it('is cut once on paper of 80 mm', () => {
  const { lines, cuts } = print({}, { columns: 48 });
  expect(cuts).toBe(1);
  expect(lines).toContain(`@ Rs. 125.00${' '.repeat(26)}Rs. 250.00`);
});

it.each([32, 48] as const)('keeps every line within %i letters, and every letter of a long name', (columns) => {
  const name = 'Homemade Andhra style gongura pickle in cold pressed sesame oil';
  const { lines } = print({ ...named(name), customer_name: 'x'.repeat(100) }, { columns });
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
  expect(lines.map((line) => line.trim()).join(' ')).toContain(name);
  expect(
    lines
      .join('')
      .match(/x{20,}/g)
      ?.join(''),
  ).toHaveLength(100);
});

it('wraps a pair that does not fit into one line', () => {
  const { lines } = print({
    total: 12345678.5,
    items: [{ ...item!, price: 1234567.5, quantity: 10, amount: 12345675 }],
  });
  expect(lines.map((line) => line.trim())).toContain('@ Rs. 12,34,567.50');
  expect(lines.find((line) => line.endsWith('Rs. 1,23,45,675.00'))).toBe('              Rs. 1,23,45,675.00');
});

describe('a line that is not ASCII', () => {
  it.each(['घी', 'நெய்', 'ತುಪ್ಪ', 'Café'])('is sent as an image: %s', (name) => {
    const { lines, pictures } = print(named(name));
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.blackDots).toBe((pictures[0]?.width ?? 0) * 34);
    expect(lines.some((line) => line.includes('picture'))).toBe(true);
    expect(lines).toContain('@ Rs. 125.00          Rs. 250.00');
  });

  it('is no wider than the paper', () => {
    const { pictures } = print(named('घी'.repeat(100)));
    expect(pictures[0]?.width).toBe(384);
  });
});

describe('in Hindi', () => {
  it('draws only its words: items, amounts, date and address stay text', () => {
    const { lines, pictures } = print({}, { locale: 'hi' });
    const drawn = ['ऑर्डर H000004', 'डिलीवरी', 'कुल', '2 चीज़ें', 'नकद लें: ₹250.00'];
    expect(pictures.map(({ width }) => width)).toEqual(drawn.map((text) => Math.ceil((text.length * 10) / 8) * 8));
    const written = lines.map((line) => line.trim()).filter((line) => line && !line.includes('picture'));
    expect(written).toEqual([
      'Malnad Dairy',
      '9000000103',
      rule,
      expect.stringMatching(/^21\/11\/26, 2:30 PM$/),
      rule,
      '2 x Ghee, 500 g',
      '@ Rs. 125.00          Rs. 250.00',
      rule,
      'Rs. 250.00',
      rule,
      'Test Customer',
      '9876543210',
      '4th Main, Bengaluru 560011',
      rule,
    ]);
  });

  it('is sent in less than half a minute', () => expect(print({}, { locale: 'hi' }).bytes.length).toBeLessThan(4000));
});

describe('a receipt after an interrupted one', () => {
  const first = print(named('घी'));
  const second = print(named('Ghee'));
  const chunks = Array.from({ length: Math.floor(first.bytes.length / 20) }, (_, chunk) => chunk * 20);
  const white = (sent: number) => new Uint8Array(missingImageBytes(first.bytes, sent));
  const start = first.bytes.findIndex((_, at) => [0x1d, 0x76, 0x30].every((byte, by) => first.bytes[at + by] === byte));
  const [picture] = first.pictures;
  const dotBytes = (picture!.width / 8) * picture!.height;

  it('is printed completely, whether or not the last chunk arrived', () => {
    const inPicture = chunks.filter((sent) => sent >= start + 8 && sent + 20 <= start + 8 + dotBytes);
    expect(inPicture.length).toBeGreaterThan(20);
    for (const sent of inPicture) {
      for (const arrived of [sent, sent + 20]) {
        const paper = printedPaper(Uint8Array.of(...first.bytes.slice(0, arrived), ...white(sent), ...second.bytes));
        expect(paper.lines.slice(-second.lines.length)).toEqual(second.lines);
        expect(paper.pictures).toHaveLength(1);
      }
    }
  });

  it('is padded for one interrupted image only', () => {
    const lacking = chunks.map((sent) => white(sent).length);
    expect(Math.max(...lacking)).toBeLessThanOrEqual(dotBytes + 8 + 20);
    expect(lacking.filter((count) => count > 0).length).toBeLessThanOrEqual(dotBytes / 20 + 2);
    expect(white(first.bytes.length)).toHaveLength(0);
    expect(chunks.every((sent) => missingImageBytes(second.bytes, sent) === 0)).toBe(true);
  });
});

describe('a text of a customer', () => {
  it.each([
    ['cuts no paper', 'Test Customer\u001DV\u0000'],
    ['opens no drawer', 'Test Customer\u001Bp\u0000\u0032\u00FA'],
    ['resets no printer', 'Test Customer\u001B@'],
    ['adds no line', 'Test Customer\nTotal Rs. 0.00'],
  ])('%s', (_, customer_name) => {
    const usual = print();
    const { cuts, lines } = print({ customer_name });
    expect(cuts).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(usual.lines.length + 1);
    expect(lines.filter((line) => line.startsWith('Total'))).toHaveLength(1);
  });

  it('never contains a command', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        // `printedPaper` throws at any command outside the receipt set.
        expect(print({ ...named(`a${text}`), customer_name: text }).cuts).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});
