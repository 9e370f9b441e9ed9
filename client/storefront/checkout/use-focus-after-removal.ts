import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus in a list when the focused line is removed: it moves to the next line, and after the last
 * one to the page.
 */
export function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const index = useRef<number>(undefined);

  useLayoutEffect(() => {
    // The browser moves the focus to the body when the focused element is removed.
    if (index.current === undefined || document.activeElement !== document.body) return;
    const lines = list.current?.children;
    if (!lines && count > 0) {
      index.current = undefined;
      return;
    }
    const next = lines?.item(Math.min(index.current, lines.length - 1));
    const target = next?.querySelector('button') ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
    if (!next) index.current = undefined;
  }, [count]);

  const rememberIndex = ({ target, currentTarget }: FocusEvent<HTMLUListElement>) => {
    index.current = [...currentTarget.children].findIndex((line) => line.contains(target));
  };
  return { list, rememberIndex };
}
