import { useLayoutEffect, useRef, type FocusEvent } from 'react';

/**
 * The keyboard's place in a list whose lines go away under it: the next line takes it over, after the last one the page.
 */
export function useKeptPlace(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number>(undefined);

  useLayoutEffect(() => {
    // The browser leaves the focus nowhere when what had it is gone.
    if (place.current === undefined || document.activeElement !== document.body) return;
    const lines = list.current?.children;
    if (!lines && count > 0) {
      place.current = undefined;
      return;
    }
    const next = lines?.item(Math.min(place.current, lines.length - 1));
    const target = next?.querySelector('button') ?? document.querySelector('main');
    target?.focus({ preventScroll: true });
    if (!next) place.current = undefined;
  }, [count]);

  const keepPlace = ({ target, currentTarget }: FocusEvent<HTMLUListElement>) => {
    place.current = [...currentTarget.children].findIndex((line) => line.contains(target));
  };
  return { list, keepPlace };
}
