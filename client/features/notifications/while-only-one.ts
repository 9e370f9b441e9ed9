/**
 * Does something as long as no other tab does something of that name; when that one ends or is closed, the next takes over.
 * `begin` answers how to end. Without a lock manager (plain http) every tab does it. Answers how to end.
 */
export function whileOnlyOne(name: string, begin: () => () => void): () => void {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return begin();
  const leaving = new AbortController();
  const untilLeft = () =>
    new Promise<void>((done) => {
      const end = begin();
      leaving.signal.addEventListener('abort', () => {
        end();
        done();
      });
    });
  locks.request(name, { signal: leaving.signal }, untilLeft).catch(() => {
    // Left before it was its turn.
  });
  return () => leaving.abort();
}
