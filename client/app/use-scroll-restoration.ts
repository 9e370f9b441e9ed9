import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'scrollPositions';
const MAX_STORED = 50;

/** How far each place was scrolled; after a reload as it was stored before. */
const positions = readPositions();

/** Back, forward and a reload return to where the page was scrolled to; any other navigation starts at the top. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  // Addresses typed by the user all have the same key.
  const place = `${key} ${pathname}`;

  useEffect(() => {
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storePositions);
    return () => window.removeEventListener('pagehide', storePositions);
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

function readPositions(): Map<string, number> {
  try {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (entry?.type !== 'reload' && entry?.type !== 'back_forward') return new Map();
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][];
    return new Map(stored);
  } catch {
    // Without storage, or with something else in it, the page starts at the top.
    return new Map();
  }
}

function storePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_STORED)));
  } catch {
    // The next page starts at the top.
  }
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
