const MOST = 100;

let turn: Promise<void> = Promise.resolve();

/**
 * Tells what has that name, unless it was told before: a device that comes back to the line may get a message twice. One after
 * the other; remembered beyond the life of this worker, which is short.
 */
export function once(id: string, tell: () => Promise<void>): Promise<void> {
  const mine = turn.then(async () => {
    const told = await caches.open('told');
    const name = `told?${new URLSearchParams({ id })}`;
    if (await told.match(name)) return;
    await tell();
    await told.put(name, new Response());
    const names = await told.keys();
    await Promise.all(names.slice(0, -MOST).map((old) => told.delete(old)));
  });
  turn = mine.catch(() => {});
  return mine;
}
