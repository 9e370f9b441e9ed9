type Tell = (isNear: boolean) => void;

/** One observer for all that are watched from the same distance: a long list has many. */
const observers = new Map<number, IntersectionObserver>();
const watched = new WeakMap<Element, Tell>();

/** Tells when an element comes within so many heights of the window of it, and when it leaves. Returns the stop. */
export function watchNear(element: Element, windows: number, tell: Tell): () => void {
  const observer = observers.get(windows) ?? new IntersectionObserver(tellAll, { rootMargin: `${windows * 100}% 0px` });
  observers.set(windows, observer);
  watched.set(element, tell);
  observer.observe(element);
  return () => observer.unobserve(element);
}

function tellAll(seen: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of seen) watched.get(target)?.(isIntersecting);
}
