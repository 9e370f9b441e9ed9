/**
 * Turns a sender of many into a sender of one: what is sent while an earlier batch is on its way goes together in the
 * next. Resolves or rejects with the batch that the item went in.
 */
export function batched<Item>(send: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let next: Item[] = [];
  let sending: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  return (item) => {
    next.push(item);
    queued ??= sending.then(() => {
      const items = next;
      next = [];
      queued = undefined;
      const sent = send(items);
      sending = sent.catch(() => {});
      return sent;
    });
    return queued;
  };
}
