import { isProductBarcode } from '@haat/contract/catalog/barcode';
import { useEffect, useRef } from 'react';

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Calls `onCode` with the codes of a hand scanner while the screen is shown, wherever the focus is. The fields that its keys went
 * to get their values back, the first of them is passed along, and the Enter or Tab of the scanner has no effect.
 */
export function useHandScanner(onCode: (code: string, field: HTMLElement | undefined) => void): void {
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  });
  useEffect(() => {
    const press = handScannerReader();
    let typed = '';
    let before = new Map<Typed, string>();
    let pause: ReturnType<typeof setTimeout> | undefined;
    let waiting: string | undefined;
    const finish = (code: string) => {
      const [field] = before.keys();
      for (const [each, value] of before) restoreValue(each, value);
      before = new Map();
      callback.current(code, field);
    };
    const listen = (event: KeyboardEvent) => {
      const { key, target, timeStamp: at, repeat: isRepeated } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      clearTimeout(pause);
      const { code, codeAtPause, isFirst } = press({ key, at, isRepeated, isInField: isTyped(target) });
      if (isFirst) [typed, before] = ['', new Map()];
      // A key before this one may have moved the focus, and is in the value of the new field.
      if (isTyped(target) && !before.has(target)) before.set(target, withoutEnd(target.value, typed));
      typed += key;
      if (code !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        finish(code);
        waiting = undefined;
      } else {
        waiting = codeAtPause;
        if (waiting !== undefined) pause = setTimeout(endPause, PAUSE_MS);
      }
    };
    // At a tap, too, which may submit the form.
    const endPause = () => {
      clearTimeout(pause);
      if (waiting !== undefined) finish(waiting);
      waiting = undefined;
    };
    // Before the field or the form receives it.
    window.addEventListener('keydown', listen, true);
    window.addEventListener('pointerdown', endPause, true);
    return () => {
      clearTimeout(pause);
      window.removeEventListener('keydown', listen, true);
      window.removeEventListener('pointerdown', endPause, true);
    };
  }, []);
}

const isTyped = (target: EventTarget | null): target is Typed =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const withoutEnd = (text: string, end: string): string =>
  end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;

// Bypasses the value that React tracks, so that the change fires its event.
function restoreValue(field: Typed, value: string): void {
  if (field.value === value || (field instanceof HTMLInputElement && field.type === 'file')) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** A slow scanner, by Bluetooth, needs 90 ms between two keys. No hand types eight digits or more like this. */
const SLOWEST_SCANNER_MS = 110;
/** A hand can type some letters like a slow scanner; codes with letters, or with fewer digits, are read from fast ones only. */
const FASTEST_HAND_MS = 40;
/** After it, the code of a scanner that presses no key at the end is complete. */
const PAUSE_MS = 150;

const DIGITS = /^\d{8,}$/;
const OWN_CODE = /^(?=.*\d)[\dA-Z-]{5,20}$/i;

type Key = { key: string; at: number; isRepeated?: boolean; isInField?: boolean };

/**
 * `code`: a code that ends with this key. `codeAtPause`: one that does if no key follows for a while. `isFirst`: the key may be
 * the first of a code.
 */
type Reading = { code?: string; codeAtPause?: string; isFirst: boolean };

/** Distinguishes a hand scanner, which types a code and presses Enter, Tab or no key at all, from a person who types. */
export function handScannerReader() {
  let last = Number.NEGATIVE_INFINITY;
  let text = '';
  let isText = true;
  let isFast = true;
  let isIntoField = true;
  let isAfterEnd = true;

  const endsByKey = () => isText && (DIGITS.test(text) || (isFast && OWN_CODE.test(text)));
  // Text that programs type for a person ends without a key, too.
  const endsByPause = () =>
    isText && (DIGITS.test(text) && isProductBarcode(text) ? true : isFast && !isIntoField && OWN_CODE.test(text));

  return ({ key, at, isRepeated = false, isInField = true }: Key): Reading => {
    // Before each capital letter.
    if (key === 'Shift' || key === 'CapsLock') return { isFirst: false };
    const gap = at - last;
    const isFollowing = gap <= SLOWEST_SCANNER_MS;
    last = at;
    if (key === 'Enter' || key === 'Tab') {
      const isEnd = isFollowing && !isAfterEnd && endsByKey();
      isAfterEnd = true;
      return { ...(isEnd && { code: text }), isFirst: false };
    }
    const isFirst = !isFollowing || isAfterEnd;
    isAfterEnd = false;
    if (isFirst) [text, isText, isFast, isIntoField] = ['', true, true, isInField];
    else isFast &&= gap <= FASTEST_HAND_MS;
    isText &&= !isRepeated && /^[\dA-Z-]$/i.test(key);
    text += key;
    return { ...(endsByPause() && { codeAtPause: text }), isFirst };
  };
}
