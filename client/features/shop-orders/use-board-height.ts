import { type RefObject, useLayoutEffect } from 'react';

/** Gives the board the rest of the screen below what stands above it, so that its lanes scroll and not the page. */
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
    // Notices above it come and go.
    const observer = new ResizeObserver(measure);
    observer.observe(parent);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [board]);
}
