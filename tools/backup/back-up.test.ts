import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backUp, copyPictures } from './back-up.ts';

const home = mkdtempSync(join(tmpdir(), 'haat-pictures-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('copies what stays while pictures come and go, and later what has come', async () => {
  const [from, into] = [join(home, 'live'), join(home, 'copy')];
  mkdirSync(from);
  for (let nr = 0; nr < 100; nr += 1) writeFileSync(join(from, `kept-${nr}.webp`), 'a picture');
  const busy = new AbortController();
  const others = (async () => {
    while (!busy.signal.aborted) {
      await writeFile(join(from, '.draft'), 'half a pic');
      await rename(join(from, '.draft'), join(from, 'here-and-gone.webp'));
      await rm(join(from, 'here-and-gone.webp'));
    }
  })();
  for (let round = 0; round < 3; round += 1) await copyPictures(from, into);
  busy.abort();
  await others;
  writeFileSync(join(from, 'late.webp'), 'late');
  writeFileSync(join(from, '.unfinished'), '');
  await copyPictures(from, into);
  const names = readdirSync(into).filter((name) => name !== 'here-and-gone.webp');
  expect(names).toHaveLength(101);
  expect(readFileSync(join(into, 'late.webp'), 'utf8')).toBe('late');
});

it('takes a folder that is not there for one without pictures, and says of others what is wrong', async () => {
  expect(await copyPictures(join(home, 'none'), join(home, 'empty'))).toBe(0);
  symlinkSync('loop', join(home, 'loop'));
  await expect(copyPictures(join(home, 'loop'), join(home, 'empty'))).rejects.toThrow('ELOOP');
});

it('a backup that fails leaves nothing behind', async () => {
  const into = join(home, 'backups');
  // Nothing listens at port 1.
  const failing = backUp({ databaseUrl: 'postgres://haat@127.0.0.1:1/haat', uploadsDir: join(home, 'live'), into });
  await expect(failing).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(into)).toBe(false);
});
