import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, plainLine } from './printer-text.ts';

describe('plainLine', () => {
  it.each([
    ['₹1,23,456.50', 'Rs. 1,23,456.50'],
    ['₹ 5.00', 'Rs. 5.00'],
    ['2 × Shirt, M · Blue', '2 x Shirt, M - Blue'],
    ['21 Nov 2026, 2:30\u202FPM', '21 Nov 2026, 2:30 PM'],
    ['“Fresh” – it’s good…', '"Fresh" - it\'s good...'],
  ])('writes %j as %j', (text, plain) => expect(plainLine(text)).toBe(plain));

  it.each(['घी', 'நெய்', 'ತುಪ್ಪ', 'Café', '🥭 mango', 'caf\u0065\u0301'])('has no ASCII form of %s', (text) =>
    expect(plainLine(text)).toBeUndefined(),
  );

  it('never returns control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = plainLine(text);
        expect(plain === undefined || /^[ -~]*$/.test(plain)).toBe(true);
      }),
    );
  });
});

describe('oneLine', () => {
  it.each([
    ['a printer command', 'Ghee\u001B@\u001DV\u0000', 'Ghee @ V'],
    ['a new line', 'Ghee\r\nTotal: ₹0.00', 'Ghee Total: ₹0.00'],
    ['a control character of eight bits', 'Ghee\u009Bx', 'Ghee x'],
    ['a turn of direction', '\u202Eeehg\u202C \u2066x\u2069', 'eehg x'],
  ])('removes %s', (_, text, line) => expect(oneLine(text)).toBe(line));

  it('keeps the joiners of Indian scripts', () => expect(oneLine('क्\u200Dष')).toBe('क्\u200Dष'));
});
