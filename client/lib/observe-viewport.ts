type Callback = (isNear: boolean) => void;

/** One observer per distance, shared by all its elements: a long list has many. */
const observers = new Map<number, IntersectionObserver>();
const watched = new WeakMap<Element, Callback>();

/** Calls back when an element comes within `windows` window heights of the viewport, and when it leaves. Returns the stop. */
export function observeViewport(element: Element, windows: number, onChange: Callback): () => void {
  const observer =
    observers.get(windows) ?? new IntersectionObserver(notifyAll, { rootMargin: `${windows * 100}% 0px` });
  observers.set(windows, observer);
  watched.set(element, onChange);
  observer.observe(element);
  return () => observer.unobserve(element);
}

function notifyAll(seen: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of seen) watched.get(target)?.(isIntersecting);
}
