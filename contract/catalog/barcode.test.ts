import { describe, expect, it } from 'vitest';
import { isProductBarcode, isSameBarcode, sameBarcodes } from './barcode.ts';

describe("a product's barcode", () => {
  it.each(['8901234567890', '96385074', '036000291452', '10614141000415'])('can be %s', (text) =>
    expect(isProductBarcode(text)).toBe(true),
  );

  it.each(['8901234567893', '123', '', '890123456789a', ' 96385074', '٩٦٣٨٥٠٧٤'])('cannot be %j', (text) =>
    expect(isProductBarcode(text)).toBe(false),
  );
});

describe('a barcode with more or fewer leading zeros', () => {
  it.each([
    ['036000291452', ['036000291452', '0036000291452', '00036000291452']],
    ['0000096385074', ['96385074', '000096385074', '0000096385074', '00000096385074']],
    ['10614141000415', ['10614141000415']],
  ])('finds what %s finds', (barcode, same) => {
    expect(sameBarcodes(barcode)).toEqual(same);
    expect(same.every((each) => isSameBarcode(each, barcode) && isProductBarcode(each))).toBe(true);
  });

  it('is still another one where other digits differ', () => {
    expect(isSameBarcode('8901234567890', '890123456789')).toBe(false);
  });
});
