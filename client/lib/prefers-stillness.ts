/** Whether the person asked the system for less motion; nobody has while the build draws the first view. */
export function prefersStillness(): boolean {
  return typeof window !== 'undefined' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
