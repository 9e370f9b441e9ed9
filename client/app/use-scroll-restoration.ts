import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();

/** Back and forward return to where the page was scrolled to; any other navigation starts at the top. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  // Addresses typed by the user all have the same key.
  const place = `${key} ${pathname}`;

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const remember = () => positions.set(place, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [place]);

  useLayoutEffect(() => {
    const target = navigation === NavigationType.Pop ? (positions.get(place) ?? 0) : 0;
    return scrollWhenTallEnough(target);
    // A change of the query alone (a filter) keeps the place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname, navigation]);
}

/** The screen may still be loading its data: the place to return to exists only once the page has grown. */
function scrollWhenTallEnough(target: number): () => void {
  window.scrollTo(0, target);
  if (target === 0 || window.scrollY >= target - 1) return () => {};
  // As far as it goes, each time: a page may end up a little lower than it was, and its end is the place then.
  const grown = new ResizeObserver(() => {
    window.scrollTo(0, target);
    if (window.scrollY >= target - 1) grown.disconnect();
  });
  grown.observe(document.body);
  const giveUp = setTimeout(() => grown.disconnect(), 3000);
  return () => {
    clearTimeout(giveUp);
    grown.disconnect();
  };
}
