import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { diskImageStore } from './image-store.ts';

const parent = mkdtempSync(join(tmpdir(), 'haat-images-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

it('keeps a picture under its name in a folder it makes, and leaves nothing else there', async () => {
  const store = diskImageStore(join(parent, 'a', 'uploads'));
  await store.put('milk-320.webp', Buffer.from('old'));
  await store.put('milk-320.webp', Buffer.from('new'));
  expect(readdirSync(join(parent, 'a', 'uploads'))).toEqual(['milk-320.webp']);
  expect(readFileSync(join(parent, 'a', 'uploads', 'milk-320.webp'), 'utf8')).toBe('new');
});

it('forgets a picture, also one that is not there', async () => {
  const store = diskImageStore(join(parent, 'b'));
  await store.put('milk-320.webp', Buffer.from('milk'));
  await store.remove('milk-320.webp');
  await store.remove('milk-320.webp');
  expect(readdirSync(join(parent, 'b'))).toEqual([]);
});

it.each(['../x.webp', '/etc/x.webp', 'a/b.webp', '.hidden', 'x', 'a\u0000.webp', 'a.webp\n'])(
  'refuses the name %j',
  async (name) => {
    await expect(diskImageStore(parent).put(name, Buffer.from(''))).rejects.toThrow(RangeError);
    await expect(diskImageStore(parent).remove(name)).rejects.toThrow(RangeError);
  },
);
