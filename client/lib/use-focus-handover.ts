import { useLayoutEffect, useRef } from 'react';

/** Keeps the keyboard focus when Add, − n + and Sold out replace each other. */
export function useFocusHandover(shown: 'add' | 'gone' | 'stepper') {
  const ref = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);
  useLayoutEffect(() => {
    if (!isHere.current || ref.current?.contains(document.activeElement)) return;
    isHere.current = false;
    const places = ref.current?.querySelectorAll<HTMLElement>('button, [tabindex]');
    places?.item(places.length - 1)?.focus({ preventScroll: true });
  }, [shown]);
  // Some browsers do not focus a clicked button.
  const keepFocus = () => {
    isHere.current = true;
  };
  // A window that goes to the background also blurs.
  const leave = () => {
    isHere.current = ref.current?.contains(document.activeElement) ?? false;
  };
  return { frame: { ref, onFocus: keepFocus, onBlur: leave }, keepFocus };
}
