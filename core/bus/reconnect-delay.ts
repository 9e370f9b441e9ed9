/** How long to wait before trying to connect again, in ms: 100 ms at first, doubling up to 5 s, with some chance in it. */
export function backoff(attempt: number): number {
  const full = Math.min(100 * 2 ** attempt, 5_000);
  return full * (0.75 + Math.random() / 4);
}
