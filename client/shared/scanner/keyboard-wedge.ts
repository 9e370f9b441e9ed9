import { useEffect, useRef } from 'react';

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Calls `onCode` with the codes of a hand scanner while the screen is shown, wherever the focus is. The focused field gets its
 * value back and is passed along, and the Enter of the scanner submits nothing.
 */
export function useHandScanner(onCode: (code: string, field: HTMLElement | undefined) => void): void {
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  });
  useEffect(() => {
    const press = handScannerReader();
    let before: { field: Typed; value: string } | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const { code, isFirst } = press({ key: event.key, at: event.timeStamp });
      if (isFirst) before = isTyped(event.target) ? { field: event.target, value: event.target.value } : undefined;
      if (code === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (before) restoreValue(before.field, before.value);
      callback.current(code, before?.field);
    };
    // Before the field or the form receives it.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}

const isTyped = (target: EventTarget | null): target is Typed =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

// Bypasses the value that React tracks, so that the change fires its event.
function restoreValue(field: Typed, value: string): void {
  if (field.value === value || (field instanceof HTMLInputElement && field.type === 'file')) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** No hand types digits this fast after each other. */
const FASTEST_HAND_MS = 80;
const SHORTEST = 8;

type Key = { key: string; at: number };

/**
 * Distinguishes a hand scanner, which types the digits of a code and presses Enter, from a person who types: returns the code
 * with its last key, and whether a key may begin one.
 */
export function handScannerReader() {
  let digits = '';
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at }: Key): { code?: string; isFirst: boolean } => {
    const isFollowing = at - last <= FASTEST_HAND_MS;
    const isDigit = /^\d$/.test(key);
    const code = key === 'Enter' && isFollowing && digits.length >= SHORTEST ? digits : undefined;
    last = at;
    digits = isDigit ? (isFollowing ? digits : '') + key : '';
    return { ...(code ? { code } : {}), isFirst: digits.length === 1 };
  };
}
