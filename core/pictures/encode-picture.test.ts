import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTurnsOf } from '../lib/turns.ts';
import { encodePicture, PICTURE_WIDTHS } from './encode-picture.ts';

const red = { r: 220, g: 30, b: 30 };
const blue = { r: 20, g: 40, b: 220 };

/** Red on the left, blue on the right. */
const halves = (width: number, height: number) => {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const overlay = { input: { create: { ...half, background: red } }, left: 0, top: 0 };
  return sharp({ create: { width, height, channels: 3, background: blue } }).composite([overlay]);
};

const colourAt = async (bytes: Uint8Array, left: number, top: number) => {
  const [r = 0, , b = 0] = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return r > b ? 'red' : 'blue';
};

const timeOf = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

let jpeg: Buffer;
let png: Buffer;
beforeAll(async () => {
  [jpeg, png] = await Promise.all([halves(900, 600).jpeg().toBuffer(), halves(900, 600).png().toBuffer()]);
});

it.each(['jpeg', 'png', 'webp'] as const)('makes three squares of WebP of a %s', async (format) => {
  const files = await encodePicture(await halves(900, 600)[format]().toBuffer());
  expect(files.map(({ width }) => width)).toEqual([...PICTURE_WIDTHS]);
  for (const { width, bytes } of files) {
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width });
    expect(await Promise.all([colourAt(bytes, 5, 5), colourAt(bytes, width - 5, width - 5)])).toEqual(['red', 'blue']);
  }
});

it('turns the picture upright and removes its metadata', async () => {
  const exif = { IFD0: { Copyright: 'Test Customer' }, IFD3: { GPSLatitudeRef: 'N' } };
  const photo = await sharp(jpeg).withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const [small] = await encodePicture(photo);
  // Rotated a quarter clockwise, the left side is on top.
  expect(await colourAt(small!.bytes, 80, 5)).toBe('red');
  expect(await colourAt(small!.bytes, 80, 155)).toBe('blue');
  const { exif: remaining, orientation, icc, xmp } = await sharp(small!.bytes).metadata();
  expect([remaining, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
});

it('leaves nothing of a script that follows the picture', async () => {
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]);
  for (const { bytes } of await encodePicture(polyglot)) expect(Buffer.from(bytes).includes('<script>')).toBe(false);
});

it('lets accounts take turns, and refuses what one has waiting beyond a dozen', async () => {
  const done: string[] = [];
  const send = (userId: number, name: string) =>
    inTurnsOf({ userId }, () => encodePicture(jpeg).then(() => void done.push(name)));
  const many = Array.from({ length: 20 }, (_, nr) => send(1, `first ${nr}`));
  const other = send(2, 'second');
  const outcomes = await Promise.allSettled([...many, other]);
  expect(done.indexOf('second')).toBeLessThan(2);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(outcomes.at(-2)).toMatchObject({ status: 'rejected', reason: { code: 'rate_limited' } });
});

describe('refuses', () => {
  it.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', () => halves(90, 60).gif().toBuffer()],
    ['AVIF', () => halves(90, 60).avif({ effort: 0 }).toBuffer()],
    ['TIFF', () => halves(90, 60).tiff().toBuffer()],
    ['text', async () => Buffer.from('just words')],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s, whatever it says of itself', async (_, make) => {
    await expect(encodePicture(await make())).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });

  it('a picture that breaks off', async () => {
    for (const whole of [jpeg, png]) {
      const broken = encodePicture(whole.subarray(0, whole.length * 0.6));
      await expect(broken).rejects.toMatchObject({ code: 'image_unreadable' });
    }
  });

  it('a progressive picture that would take hundreds of megabytes, but not a photo of 12 million pixels', async () => {
    const bytesOf = (side: number) => halves(side, side).jpeg({ progressive: true }).toBuffer();
    await expect(encodePicture(await bytesOf(3_600))).rejects.toMatchObject({ code: 'image_unreadable' });
    expect(await encodePicture(await bytesOf(3_500))).toHaveLength(PICTURE_WIDTHS.length);
  });

  it('a decompression bomb before decoding it', async () => {
    const create = { width: 8_000, height: 8_000, channels: 3 as const, background: blue };
    const bomb = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(300_000);
    const unfolding = await timeOf(() => sharp(bomb, { limitInputPixels: false }).resize(8).toBuffer());
    const refusing = await timeOf(() =>
      expect(encodePicture(bomb)).rejects.toMatchObject({ code: 'image_unreadable' }),
    );
    expect(refusing).toBeLessThan(unfolding / 2);
  });
});
