import { useEffect, useRef } from 'react';
import { handScannerReader } from './hand-scanner.ts';

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Calls `onCode` with what a hand scanner reads while the screen is shown, wherever the focus is: the field that had it
 * gets its value back and is named, and the Enter of the scanner submits nothing.
 */
export function useHandScanner(onCode: (code: string, field: HTMLElement | undefined) => void): void {
  const tell = useRef(onCode);
  useEffect(() => {
    tell.current = onCode;
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
      if (before) putBack(before.field, before.value);
      tell.current(code, before?.field);
    };
    // Before the field or the form hears of it.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}

const isTyped = (target: EventTarget | null): target is Typed =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

// The way past the value that React keeps, so that it hears of the change.
function putBack(field: Typed, value: string): void {
  if (field.value === value || (field instanceof HTMLInputElement && field.type === 'file')) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
