import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openZip } from './open-zip.ts';

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'a.zip');
const zip = (files: Zippable) => new Uint8Array(zipSync(files));
const open = (files: Zippable) => openZip(fileOf(zip(files)));

/** A ZIP whose directory gives all files that size. */
function sayingSize(files: Zippable, size: number): File {
  const bytes = zip(files);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 46; at += 1) {
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, size, true);
  }
  return fileOf(bytes);
}

it('lists the files of all folders by their own names, without what systems add', async () => {
  const { files } = await open({
    'b/Toor dal.jpg': JPEG,
    '../../8901030865278.jpg': JPEG,
    '__MACOSX/b/._Toor dal.jpg': JPEG,
    '.DS_Store': strToU8('x'),
    'b/Thumbs.db': strToU8('x'),
    'b/empty/': new Uint8Array(),
  });
  expect(files.map(({ name, problem }) => [name, problem])).toEqual([
    ['8901030865278.jpg', undefined],
    ['Toor dal.jpg', undefined],
  ]);
});

it('reads each file, compressed or not', async () => {
  const large = new Uint8Array(100_000);
  large.set(JPEG);
  const { files, read } = await open({ 'a.jpg': [JPEG, { level: 0 }], 'b.jpg': large });
  expect(files.map(({ path }) => read(path).length)).toEqual([JPEG.length, large.length]);
  expect([...read('a.jpg')]).toEqual([...JPEG]);
});

it('says which files are no pictures, or damaged', async () => {
  const bytes = zip({ 'a.jpg': JPEG, 'b.jpg': new Uint8Array(4_000), 'c.jpg': strToU8('<html>') });
  // The compressed data follow the name: no block begins with these bits.
  const name = Buffer.from(bytes).indexOf('b.jpg');
  bytes.fill(0xff, name + 5, name + 9);
  const { files } = await openZip(fileOf(bytes));
  expect(files.map(({ problem }) => problem)).toEqual([undefined, 'damaged', 'not_picture']);
});

it('says which files are too large, without unpacking them', async () => {
  const { files } = await openZip(sayingSize({ 'a.jpg': JPEG }, 26 * 1024 * 1024));
  expect(files.map(({ problem }) => problem)).toEqual(['too_large']);
});

it('unpacks no more than a file says, however much is in it', async () => {
  const { files, read } = await openZip(sayingSize({ 'a.jpg': new Uint8Array(1_000_000) }, 100));
  expect(files).toEqual([{ path: 'a.jpg', name: 'a.jpg', problem: 'not_picture' }]);
  expect(read('a.jpg').length).toBe(100);
});

it('refuses other files, empty ones, and too many or too large contents', async () => {
  const refusal = (opened: Promise<unknown>) =>
    opened.then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${nth}.jpg`, JPEG]));
  expect(await refusal(openZip(fileOf(strToU8('Rar!'))))).toBe('not_zip');
  expect(await refusal(openZip(fileOf(new Uint8Array())))).toBe('not_zip');
  expect(await refusal(open({ '.DS_Store': JPEG }))).toBe('empty');
  expect(await refusal(open(numbered(2_001)))).toBe('too_many');
  expect(await refusal(openZip(sayingSize(numbered(17), 24 * 1024 * 1024)))).toBe('too_large');
});
