import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurnsOf, turnQueue } from './turns.ts';

/** Work whose beginning is noted, and that ends when it is told to. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
    );
  };
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure);
    await setImmediate();
  };
  return { begun, work, end };
}

it('lets accounts take turns, however much one of them has sent before', async () => {
  const queue = turnQueue({ atOnce: 1, waiting: 10 });
  const { begun, work, end } = works();
  const ofFirst = ['a1', 'a2', 'a3'].map((name) => inTurnsOf({ userId: 1 }, () => queue(work(name))));
  const others = [inTurnsOf({ userId: 2 }, () => queue(work('b1'))), inTurnsOf({ userId: 3 }, () => queue(work('c1')))];
  const guest = inTurnsOf(undefined, () => queue(work('guest')));
  const failed = ofFirst[0]?.catch((error: Error) => error.message);
  await end('a1', new Error('broken'));
  expect(await failed).toBe('broken');
  // Each iteration ends the task that began last.
  for (let nr = 0; nr < 5; nr += 1) await end(begun.at(-1)!);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'guest', 'a2', 'a3']);
  await expect(Promise.all([...ofFirst.slice(1), ...others, guest])).resolves.toEqual([
    'a2',
    'a3',
    'b1',
    'c1',
    'guest',
  ]);
  // The queue is empty: the slot is free again.
  const last = queue(work('last'));
  await end('last');
  await expect(last).resolves.toBe('last');
});

it('refuses what one account would have waiting beyond the limit, and nothing of others', async () => {
  const queue = turnQueue({ atOnce: 1, waiting: 1 });
  const { begun, work, end } = works();
  const [running, waiting] = ['a1', 'a2'].map((name) => inTurnsOf({ userId: 1 }, () => queue(work(name))));
  await expect(inTurnsOf({ userId: 1 }, () => queue(work('a3')))).rejects.toMatchObject({ code: 'rate_limited' });
  const other = inTurnsOf({ userId: 2 }, () => queue(work('b1')));
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await expect(Promise.all([running, waiting, other])).resolves.toEqual(['a1', 'a2', 'b1']);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

it('gives an account with several shops one turn, and a shop with several members one', async () => {
  const queue = turnQueue({ atOnce: 1, waiting: 10 });
  const { begun, work, end } = works();
  const send = (userId: number, shopId: number, name: string) => inTurnsOf({ userId, shopId }, () => queue(work(name)));
  const all = [
    send(1, 1, 'owner in 1'),
    ...[2, 3, 4].map((shopId) => send(1, shopId, `owner in ${shopId}`)),
    ...[5, 6, 7].map((userId) => send(userId, 9, `member ${userId} of 9`)),
    send(5, 9, 'member 5 again'),
    send(8, 8, 'other'),
  ];
  for (let nr = 0; nr < all.length; nr += 1) await end(begun.at(-1)!);
  expect(begun).toEqual([
    'owner in 1',
    'member 5 of 9',
    'other',
    'owner in 2',
    'member 6 of 9',
    'owner in 3',
    'member 7 of 9',
    'owner in 4',
    'member 5 again',
  ]);
  await Promise.all(all);
});

it('refuses what a shop would have waiting beyond twice the limit, by whichever member, and says when to come back', async () => {
  const queue = turnQueue({ atOnce: 1, waiting: 1 });
  const { begun, work, end } = works();
  const send = (userId: number, shopId: number) =>
    inTurnsOf({ userId, shopId }, () => queue(work(`${userId} of ${shopId}`)));
  const taken = [send(1, 1), send(2, 1), send(3, 1)];
  await expect(send(4, 1)).rejects.toMatchObject({ code: 'rate_limited', details: { retry_after: 5 } });
  const others = [send(4, 2), send(5, 3)];
  await expect(send(4, 4)).rejects.toMatchObject({ code: 'rate_limited' });
  for (let nr = 0; nr < 5; nr += 1) await end(begun.at(-1)!);
  await expect(Promise.all([...taken, ...others])).resolves.toHaveLength(5);
});
