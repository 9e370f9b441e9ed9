/** In ms. A tab that hangs must not stop the others for ever. */
const PATIENCE_MS = 10_000;

/**
 * Does the work while no other tab does work of that name. What is done must be harmless when it is done twice: without a
 * lock manager (plain http, forbidden storage), or after ten seconds of waiting, it is done all the same.
 */
export async function takeTurns<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  let hasTurn = false;
  const inTurn = () => {
    hasTurn = true;
    return work();
  };
  try {
    return await locks.request(name, { signal: patience.signal }, inTurn);
  } catch (error) {
    if (hasTurn) throw error;
    return work();
  } finally {
    clearTimeout(timer);
  }
}
