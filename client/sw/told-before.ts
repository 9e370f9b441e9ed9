const MOST = 100;

let turn: Promise<void> = Promise.resolve();

/**
 * Tells what has that name, unless it was told before: a device that comes back to the line may get a message twice. One after
 * the other; remembered beyond the life of this worker, which is short. Where nothing can be remembered, it is told all the same.
 */
export function once(id: string, tell: () => Promise<void>): Promise<void> {
  const name = `told?${new URLSearchParams({ id })}`;
  const mine = turn.then(async () => {
    if (await isTold(name).catch(() => false)) return;
    await tell();
    await remember(name).catch(() => {});
  });
  turn = mine.catch(() => {});
  return mine;
}

async function isTold(name: string): Promise<boolean> {
  const told = await caches.open('told');
  return Boolean(await told.match(name));
}

async function remember(name: string): Promise<void> {
  const told = await caches.open('told');
  await told.put(name, new Response());
  const names = await told.keys();
  await Promise.all(names.slice(0, -MOST).map((old) => told.delete(old)));
}
