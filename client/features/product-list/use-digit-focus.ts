import { useEffect, type RefObject } from 'react';

const TYPING = 'input, textarea, select, [contenteditable]';

/**
 * A barcode scanner types like a keyboard, wherever the focus is: a digit that nobody else waits for goes to the field in
 * the form, in place of what stands there.
 */
export function useDigitFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPING);
      if (isTyping || document.querySelector('dialog[open]')) return;
      // The digit is typed after this, into what has the focus by then.
      const field = form.current?.querySelector('input');
      field?.focus();
      field?.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [form]);
}
