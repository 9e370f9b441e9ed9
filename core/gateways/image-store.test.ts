import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../test/collect.ts';
import { PICTURE_STORES, type PictureStore } from '../test/picture-stores.ts';
import { diskImageStore, type ImageStore } from './image-store.ts';

const MINUTE_MS = 60_000;
const inAMinute = () => new Date(Date.now() + MINUTE_MS);

async function namesIn(store: ImageStore, moment = inAMinute()): Promise<string[]> {
  const lists = await collect(store.unchangedSince(moment));
  return lists.flat().toSorted();
}

async function read(store: ImageStore, name: string): Promise<string | undefined> {
  const picture = await store.open(name);
  if (!picture) return undefined;
  const content = await text(picture.stream);
  expect(picture.length).toBe(Buffer.byteLength(content));
  return content;
}

describe.each(PICTURE_STORES)('$name', ({ start }) => {
  let opened: PictureStore;
  let store: ImageStore;
  beforeAll(async () => {
    opened = await start();
    store = opened.store;
  });
  afterAll(() => opened.stop());
  afterEach(async () => {
    for (const name of await namesIn(store)) await store.remove(name);
  });

  it('has nothing at first', async () => {
    expect(await namesIn(store)).toEqual([]);
    expect(await store.open('milk-320.webp')).toBeUndefined();
  });

  it('keeps a picture under its name, the last one of several', async () => {
    await store.put('milk-320.webp', Buffer.from('old'));
    await store.put('milk-320.webp', Buffer.from('the new one'));
    expect(await read(store, 'milk-320.webp')).toBe('the new one');
    expect(await namesIn(store)).toEqual(['milk-320.webp']);
  });

  it('forgets a picture, also one that is not there', async () => {
    await store.put('milk-320.webp', Buffer.from('milk'));
    await store.remove('milk-320.webp');
    await store.remove('milk-320.webp');
    expect(await read(store, 'milk-320.webp')).toBeUndefined();
  });

  it('lists all that was kept before a moment, however many', async () => {
    const names = Array.from({ length: 10 }, (_, nth) => `milk-${nth}.webp`);
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    expect(await namesIn(store)).toEqual(names);
    expect(await namesIn(store, new Date(Date.now() - MINUTE_MS))).toEqual([]);
  });

  it('lists on while what was listed is removed', async () => {
    for (let nth = 0; nth < 8; nth++) await store.put(`milk-${nth}.webp`, Buffer.from('milk'));
    for await (const names of store.unchangedSince(inAMinute())) for (const name of names) await store.remove(name);
    expect(await namesIn(store)).toEqual([]);
  });

  it.each(['../x.webp', '/etc/x.webp', 'a/b.webp', '.hidden', 'x', 'a\u0000.webp', 'a.webp\n'])(
    'refuses the name %j',
    async (name) => {
      await expect(store.put(name, Buffer.from(''))).rejects.toThrow(RangeError);
      await expect(store.open(name)).rejects.toThrow(RangeError);
      await expect(store.remove(name)).rejects.toThrow(RangeError);
    },
  );
});

it('makes its folder when it is needed, and leaves nothing but the picture there', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'haat-images-'));
  const folder = join(parent, 'a', 'uploads');
  await diskImageStore(folder).put('milk-320.webp', Buffer.from('milk'));
  expect(readdirSync(folder)).toEqual(['milk-320.webp']);
  rmSync(parent, { recursive: true, force: true });
});
