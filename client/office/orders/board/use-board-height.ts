import { type RefObject, useLayoutEffect } from 'react';

/** Gives the board the rest of the screen below the content above it, so that its lanes scroll and not the page. */
export function useBoardHeight(board: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = board.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const measure = () => {
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      element.style.setProperty('--board-top', `${top}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    // Notices above it come and go, in the same screen; the body keeps its height where they leave room.
    for (const each of [parent, parent.parentElement, document.body]) if (each) observer.observe(each);
    return () => observer.disconnect();
  }, [board]);
}
