import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../test/collect.ts';
import { PICTURE_STORES, type PictureStore } from '../test/picture-stores.ts';
import { diskImageStore, type ImageStore } from './image-store.ts';

async function namesIn(store: ImageStore, after?: string): Promise<string[]> {
  const lists = await collect(store.list(after));
  return lists.flat().map(({ name }) => name);
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

  it('lists all in the order of their names, however many, and on from any of them', async () => {
    const names = Array.from({ length: 10 }, (_, nth) => `milk-${nth}.webp`);
    const began = Date.now();
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    expect(await namesIn(store)).toEqual(names);
    expect(await namesIn(store, 'milk-3.webp')).toEqual(names.slice(4));
    expect(await namesIn(store, 'milk-35.webp')).toEqual(names.slice(4));
    expect(await namesIn(store, 'milk-9.webp')).toEqual([]);
    const [first] = (await collect(store.list())).flat();
    expect(Math.abs(Number(first?.storedAt) - began)).toBeLessThan(60_000);
  });

  it('lists on while what was listed is removed', async () => {
    for (let nth = 0; nth < 8; nth++) await store.put(`milk-${nth}.webp`, Buffer.from('milk'));
    for await (const files of store.list()) for (const { name } of files) await store.remove(name);
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

it('removes what an interrupted put has left in a folder, and does not list it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-images-'));
  const store = diskImageStore(folder);
  // Its name cannot be taken by a file: the put fails after its draft, and leaves none.
  mkdirSync(join(folder, 'milk-320.webp'));
  await expect(store.put('milk-320.webp', Buffer.from('milk'))).rejects.toThrow('milk-320.webp');
  expect(readdirSync(folder)).toEqual(['milk-320.webp']);
  rmSync(join(folder, 'milk-320.webp'), { recursive: true });
  // As a process leaves it that is killed.
  writeFileSync(join(folder, '.milk-320.webp'), 'mil');
  writeFileSync(join(folder, 'tea-320.webp'), 'tea');
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await namesIn(store)).toEqual(['tea-320.webp']);
  await store.remove('milk-320.webp');
  expect(readdirSync(folder)).toEqual(['tea-320.webp']);
  rmSync(folder, { recursive: true, force: true });
});
