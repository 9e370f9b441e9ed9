import { type RefObject, useEffect, useRef } from 'react';

const EDITABLE = 'input, textarea, select, [contenteditable]';
const PRESSABLE = 'button, a, summary, [role="button"]';

type Keys = {
  search: RefObject<HTMLInputElement | null>;
  /** Enter outside of a field and a button. */
  onEnter: () => void;
  onEscape: () => void;
};

/** Text typed outside of a field goes into the search; Enter goes on, Esc goes back. */
export function useCounterKeys({ search, onEnter, onEscape }: Keys): void {
  const handlers = useRef({ onEnter, onEscape });
  useEffect(() => {
    handlers.current = { onEnter, onEscape };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (key === 'Escape') return handlers.current.onEscape();
      if (target instanceof Element && target.closest(EDITABLE)) return;
      if (key === 'Enter' && !(target instanceof Element && target.closest(PRESSABLE))) {
        event.preventDefault();
        handlers.current.onEnter();
      }
      // The browser inserts the character into the focused field after this event.
      if (key.length === 1 && key !== ' ') search.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [search]);
}

/** Whether a focused field does not cover the screen with a keyboard. */
export const hasRealKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;
