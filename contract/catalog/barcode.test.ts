import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleStart, isInStoreBarcode, isOwnCode, isProductBarcode, isSameBarcode } from './barcode.ts';

describe("a product's barcode", () => {
  it.each(['8901234567890', '96385074', '036000291452', '10614141000415'])('can be %s', (text) =>
    expect(isProductBarcode(text)).toBe(true),
  );

  it.each(['8901234567893', '123', '', '890123456789a', ' 96385074', '٩٦٣٨٥٠٧٤'])('cannot be %j', (text) =>
    expect(isProductBarcode(text)).toBe(false),
  );
});

describe("a shop's own code", () => {
  it.each(['1', '101', '10023', 'AB-1234', 'ab1', '1234567', '123456789', '1'.repeat(20)])('can be %s', (text) =>
    expect(isOwnCode(text)).toBe(true),
  );

  // Eight, 12, 13 or 14 digits are a barcode, perhaps one that was read or typed wrongly.
  it.each(['8901234567894', '8901234567890', '12345678', '0', '000', '', '-', 'AB 12', 'दाल', '1.5', '1'.repeat(21)])(
    'cannot be %j',
    (text) => expect(isOwnCode(text)).toBe(false),
  );

  it('is of another product in every shop', () => {
    expect(['101', 'AB-12', '2000000000015', '036000291452'].map(isInStoreBarcode)).toEqual([true, true, true, false]);
  });
});

describe('the article', () => {
  it.each([
    ['036000291452', ['36000291452', '0036000291452', '00036000291452']],
    ['0000096385074', ['96385074', '000096385074', '00000096385074']],
    ['ab-07', ['AB-07', '0Ab-07']],
  ])('of %s is also the one of %j', (barcode, forms) => {
    for (const form of forms) expect([form, isSameBarcode(form, barcode)]).toEqual([form, true]);
  });

  it.each([
    ['8901234567890', '890123456789'],
    ['036000291452', '10036000291459'],
    ['AB-07', 'AB07'],
  ])('of %s is not the one of %s', (one, other) => expect(isSameBarcode(one, other)).toBe(false));

  it('is an equivalence, whatever leading zeros and case a code has', () => {
    const digits = fc.constantFrom('8', '12', '36000291452', '96385074', '8901234567894', '10036000291459');
    const code = fc
      .tuple(fc.nat(3), fc.oneof(digits, fc.stringMatching(/^[\dA-Ca-c-]{1,4}$/)))
      .map(([zeros, text]) => '0'.repeat(zeros) + text);
    fc.assert(
      fc.property(code, code, code, (one, two, three) => {
        expect(isSameBarcode(one, one)).toBe(true);
        expect(isSameBarcode(two, one)).toBe(isSameBarcode(one, two));
        if (isSameBarcode(one, two) && isSameBarcode(two, three)) expect(isSameBarcode(one, three)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is looked for from the first digit that is not a zero', () => {
    expect(['0036', '36', 'ab-', '000', '', 'toor dal', 'दाल'].map(articleStart)).toEqual([
      '36',
      '36',
      'AB-',
      null,
      null,
      null,
      null,
    ]);
  });
});
