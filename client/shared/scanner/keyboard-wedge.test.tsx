import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handScannerReader, useHandScanner } from './keyboard-wedge.ts';

const EAN = '8901234567890';

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

it('reads codes of the shop from a fast scanner, with the Shift of capital letters', () => {
  expect(read(['Shift', 'A', 'Shift', 'B', ...typed('-1234')], 10)).toEqual(['AB-1234']);
  expect(read(typed('10023'), 10)).toEqual(['10023']);
});

it.each([
  ['a number typed by hand', typed('8901234567894'), 120],
  ['a short number', typed('1234'), 5],
  ['digits without Enter', keysOf('8901234567894'), 5],
  ['digits among other signs', typed('12.34567890'), 5],
  ['a word', typed('toordal'), 5],
  ['a code of the shop typed by a fast hand', typed('10023'), 60],
  ['Enter after a while', typed('12345678'), [...Array.from({ length: 8 }, () => 5), 500]],
])('takes %s for no code', (_, keys, between) => expect(read(keys, between)).toEqual([]));

it('takes a key that is held down for no code', () => {
  const press = handScannerReader();
  const keys = Array.from({ length: 12 }, (_, nr) => ({ key: '1', at: nr * 30, isRepeated: nr > 0 }));
  expect([...keys, { key: 'Enter', at: 370 }].flatMap((key) => press(key).code ?? [])).toEqual([]);
});

it('starts a new code after a pause', () => {
  const keys = [...keysOf('12'), ...typed('96385074')];
  expect(read(keys, [0, 5, 300, ...Array.from({ length: 8 }, () => 5)])).toEqual(['96385074']);
});

it('reports which key may be the first of a code', () => {
  const press = handScannerReader();
  const reading = (key: string, at: number) => press({ key, at }).isFirst;
  expect([reading('1', 0), reading('2', 5), reading('3', 500)]).toEqual([true, false, true]);
});

describe('on a screen', () => {
  const codes: [string, string | undefined][] = [];
  const submits = vi.fn<() => void>();
  beforeEach(() => {
    vi.useFakeTimers();
    codes.length = 0;
    submits.mockReset();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  function Screen() {
    const [values, setValues] = useState({ price: '48', note: '' });
    useHandScanner((code, field) => codes.push([code, (field as HTMLInputElement | undefined)?.name]));
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits();
        }}
      >
        {(['price', 'note'] as const).map((name) => (
          <input
            key={name}
            name={name}
            aria-label={name}
            value={values[name]}
            onChange={({ target }) => setValues((all) => ({ ...all, [name]: target.value }))}
          />
        ))}
      </form>
    );
  }

  /** As a browser: the key, then its sign in the field that has the focus by then, or what Enter and Tab do. */
  function press(key: string): void {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: performance.now() });
    act(() => void target.dispatchEvent(event));
    const field = document.activeElement;
    if (event.defaultPrevented || !(field instanceof HTMLInputElement)) return;
    if (key === 'Tab') field.blur();
    else if (key === 'Enter') act(() => field.form?.requestSubmit());
    else {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, field.value + key);
      act(() => void field.dispatchEvent(new Event('input', { bubbles: true })));
    }
  }
  function type(text: string, end: 'Enter' | 'Tab' | '', between: number): void {
    for (const key of [...keysOf(text), ...(end ? [end] : [])]) {
      press(key);
      act(() => void vi.advanceTimersByTime(between));
    }
    act(() => void vi.advanceTimersByTime(1000));
  }
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

  const scans = (['Enter', 'Tab', ''] as const).flatMap((end) => [10, 90].map((between) => [end, between] as const));
  it.each(scans)('reads a code that ends with “%s” and has %i ms between its keys', (end, between) => {
    render(<Screen />);
    field('price').focus();
    type(EAN, end, between);
    expect(codes).toEqual([[EAN, 'price']]);
    expect([field('price').value, field('note').value]).toEqual(['48', '']);
    expect(document.activeElement).toBe(field('price'));
    expect(submits).not.toHaveBeenCalled();
    act(() => field('price').blur());
    type('036000291452', end, between);
    expect(codes).toEqual([
      [EAN, 'price'],
      ['036000291452', undefined],
    ]);
  });

  it.each([
    ['', 120],
    ['Enter', 120],
    ['Tab', 200],
  ] as const)('leaves to a field what a person types, with “%s” at the end', (end, between) => {
    render(<Screen />);
    field('note').focus();
    type(EAN, end, between);
    expect([codes, field('note').value]).toEqual([[], EAN]);
    expect(submits).toHaveBeenCalledTimes(end === 'Enter' ? 1 : 0);
    expect(document.activeElement).toBe(end === 'Tab' ? document.body : field('note'));
  });

  it('leaves no sign in a field that gets the focus meanwhile', () => {
    render(<Screen />);
    const toNote = () => field('note').focus();
    document.addEventListener('keydown', toNote, { once: true });
    type(EAN, 'Tab', 10);
    expect([codes, field('note').value]).toEqual([[[EAN, 'note']], '']);
  });

  it('reads a code of the shop without a key at its end where no field has the focus', () => {
    render(<Screen />);
    type('AB-1234', '', 10);
    field('note').focus();
    type('AB-1234', '', 10);
    expect([codes, field('note').value]).toEqual([[['AB-1234', undefined]], 'AB-1234']);
  });

  it('reads a code without a key at its end before a tap that follows', () => {
    render(<Screen />);
    field('price').focus();
    for (const key of keysOf(EAN)) press(key);
    act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(codes).toEqual([[EAN, 'price']]);
    act(() => void vi.advanceTimersByTime(1000));
    expect(codes).toHaveLength(1);
  });

  it('reads nothing after the screen is closed', () => {
    render(<Screen />);
    for (const key of keysOf(EAN)) press(key);
    cleanup();
    act(() => void vi.advanceTimersByTime(1000));
    expect(codes).toEqual([]);
  });
});
