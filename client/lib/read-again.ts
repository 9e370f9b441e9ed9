/**
 * Reads when it is called. Called again while a reading is on its way, it reads once more after that one: what changed
 * meanwhile may not be in it, and cut off by every change a reading would never end.
 */
export function readAgain(read: () => Promise<unknown>): () => void {
  let isReading = false;
  let isOutdated = false;
  const run = async () => {
    isReading = true;
    do {
      isOutdated = false;
      await read().catch(() => {});
    } while (isOutdated);
    isReading = false;
  };
  return () => {
    isOutdated = true;
    if (!isReading) void run();
  };
}
