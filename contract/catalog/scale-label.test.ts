import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProductBarcode } from './barcode.ts';
import { isScalePattern, readScaleLabel } from './scale-label.ts';

describe('the pattern of a scale', () => {
  it.each(['21IIIIIWWWWWC', '02IIIIWWWWWWC', '29IIIIIIWWWWC', '20IIIIIPPPPPC', '28IIIIIRRRRRC'])('can be %s', (text) =>
    expect(isScalePattern(text)).toBe(true),
  );

  it.each([
    ['the barcodes of packs', '89IIIIIWWWWWC'],
    ['too few digits', '21IIIIIWWWWC'],
    ['too many', '21IIIIIWWWWWWC'],
    ['two values', '21IIIIIWWPPPC'],
    ['no check digit', '21IIIIIWWWWWW'],
    ['a short number of the item', '21IIIWWWWWWWC'],
    ['nothing', ''],
  ])('cannot have %s', (_, text) => expect(isScalePattern(text)).toBe(false));
});

describe('the label of a scale', () => {
  it.each([
    ['21IIIIIWWWWWC', '2100123003501', '00123', { grams: 350 }],
    ['21IIIIIPPPPPC', '2100123003501', '00123', { pricePaise: 350 }],
    ['21IIIIIRRRRRC', '2100123003501', '00123', { pricePaise: 35_000 }],
    ['21IIIIIWWWWWC', '2100123000005', '00123', {}],
    ['21IIIIWWWWWWC', '2100123003501', '0012', { grams: 300_350 }],
  ])('of %s reads %s', (pattern, code, item, weighed) => {
    expect(readScaleLabel(code, pattern)).toMatchObject({ item, weighed });
  });

  it('is found by the number of the item, and by its label without a value', () => {
    expect(readScaleLabel('2100123003501', '21IIIIIWWWWWC')?.codes).toEqual(['00123', '2100123000005']);
  });

  it.each([
    ['without a scale', '2100123003501', null],
    ['of another prefix', '2200123003508', '21IIIIIWWWWWC'],
    ['with a wrong check digit', '2100123003502', '21IIIIIWWWWWC'],
    ['of a pack', '8901234567890', '21IIIIIWWWWWC'],
    ['of eight digits', '21001238', '21IIIIIWWWWWC'],
    ['of a carton', '12100123003508', '21IIIIIWWWWWC'],
  ])('%s is none', (_, code, pattern) => expect(readScaleLabel(code, pattern)).toBeUndefined());

  it('of 02 is read from a scanner that leaves out the zero', () => {
    const [label = ''] = Array.from('0123456789', (check) => `021234500500${check}`).filter(isProductBarcode);
    for (const code of [label, label.slice(1), `0${label}`])
      expect(readScaleLabel(code, '02IIIIIWWWWWC')).toMatchObject({ item: '12345', weighed: { grams: 500 } });
  });

  it('says again what the scale has printed', () => {
    fc.assert(
      fc.property(fc.nat(99_999), fc.integer({ min: 1, max: 99_999 }), (number, grams) => {
        const [item, value] = [number, grams].map((each) => `${each}`.padStart(5, '0'));
        const [label = ''] = Array.from('0123456789', (check) => `25${item}${value}${check}`).filter(isProductBarcode);
        expect(readScaleLabel(label, '25IIIIIWWWWWC')).toMatchObject({ item, weighed: { grams } });
      }),
    );
  });
});
