import { expect, it } from 'vitest';
import { handScannerReader } from './keyboard-wedge.ts';

/** The codes that are read when these keys come with so many milliseconds between them. */
function read(keys: readonly string[], between: number | readonly number[]): string[] {
  const press = handScannerReader();
  let at = 5000;
  return keys.flatMap((key, index) => {
    at += typeof between === 'number' ? between : (between[index] ?? 0);
    return press({ key, at }).code ?? [];
  });
}

const keysOf = (text: string) => Array.from(text);
const typed = (code: string) => [...keysOf(code), 'Enter'];

it('reads the code of a hand scanner', () => {
  expect(read(typed('8901234567894'), 5)).toEqual(['8901234567894']);
});

it('reads several codes in sequence', () => {
  expect(read([...typed('8901234567894'), ...typed('96385074')], 10)).toEqual(['8901234567894', '96385074']);
});

it.each([
  ['a number typed by hand', typed('8901234567894'), 120],
  ['a short number', typed('1234'), 5],
  ['digits without Enter', keysOf('8901234567894'), 5],
  ['digits among letters', typed('1234a567890'), 5],
  ['Enter after a while', typed('12345678'), [...Array.from({ length: 8 }, () => 5), 500]],
])('takes %s for no code', (_, keys, between) => expect(read(keys, between)).toEqual([]));

it('starts a new code after a pause', () => {
  const keys = [...keysOf('12'), ...typed('96385074')];
  expect(read(keys, [0, 5, 300, ...Array.from({ length: 8 }, () => 5)])).toEqual(['96385074']);
});

it('reports which key may be the first of a code', () => {
  const press = handScannerReader();
  expect([press({ key: '1', at: 0 }), press({ key: '2', at: 5 }), press({ key: '3', at: 500 })]).toEqual([
    { isFirst: true },
    { isFirst: false },
    { isFirst: true },
  ]);
});
