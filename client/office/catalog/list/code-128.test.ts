// @vitest-environment node
import { articleOf, isItemCode, isSameBarcode } from '@haat/contract/catalog/barcode';
import library from 'html5-qrcode/third_party/zxing-js.umd.js';
import { expect, it } from 'vitest';
import { barsOf } from './code-128.ts';

/** The reader of Code 128 that the scanner of the counter has, too. */
type Reader = {
  RGBLuminanceSource: new (pixels: Uint8ClampedArray, width: number, height: number) => object;
  GlobalHistogramBinarizer: new (source: object) => object;
  BinaryBitmap: new (binarizer: object) => object;
  Code128Reader: new () => { decode: (bitmap: object) => { getText: () => string } };
};

/** What a scanner reads off the bars. */
function scanned(text: string): string {
  const { path, width } = barsOf(text);
  const height = 20;
  const pixels = new Uint8ClampedArray(width * SCALE * height).fill(255);
  for (const [, from, wide] of path.matchAll(/M(\d+) 0h(\d+)/g))
    for (let row = 0; row < height; row += 1)
      pixels.fill(
        0,
        row * width * SCALE + Number(from) * SCALE,
        row * width * SCALE + (Number(from) + Number(wide)) * SCALE,
      );
  const zxing: Reader = library as never;
  const source = new zxing.RGBLuminanceSource(pixels, width * SCALE, height);
  return new zxing.Code128Reader().decode(new zxing.BinaryBitmap(new zxing.GlobalHistogramBinarizer(source))).getText();
}

const SCALE = 3;

it.each([
  'SUGAR',
  'DAL-1',
  'A1',
  '0042',
  '8901030865237',
  '036000291452',
  '96385074',
  'ABCDEFGHIJ-123456789',
  '12-AB-34567890123456',
])('is read off the bars of %s as the same article', (code) => {
  expect(isItemCode(code)).toBe(true);
  expect(articleOf(scanned(code))).toBe(articleOf(code));
  expect(isSameBarcode(scanned(code), `${code}9`)).toBe(false);
});

it('fits the longest code on a label with bars that a laser scanner can tell apart', () => {
  const millimetres = 59 / barsOf('ABCDEFGHIJ-KLMNOPQRS').width;
  expect(millimetres).toBeGreaterThan(0.19);
});
