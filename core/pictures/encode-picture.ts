import type { Sharp } from 'sharp';
import { DomainError } from '../errors.ts';
import { atMost } from './at-most.ts';
import { loadSharp } from './load-sharp.ts';

/** The widths, in px, that every stored picture has a file of; its height is the same. */
export const PICTURE_WIDTHS = [160, 320, 640] as const;

export type EncodedPicture = { width: (typeof PICTURE_WIDTHS)[number]; bytes: Uint8Array };

const MOST_PIXELS = 50_000_000;
const FORMATS = ['jpeg', 'png', 'webp'];

const inTurn = atMost(2);

/**
 * The picture anew, as WebP in each width, cropped to a square around its middle: upright as the camera held it, and
 * without anything else that the file carried (place, device, scripts behind the picture). Throws DomainError
 * `unsupported_media_type` for what is no JPEG, PNG or WebP, and `image_unreadable` for a broken one or one of more than
 * 50 million pixels. Spec section 5, images.
 */
export function encodePicture(bytes: Uint8Array): Promise<EncodedPicture[]> {
  const side = Math.max(...PICTURE_WIDTHS);
  return redrawn(bytes, { width: side, height: side }, (largest) =>
    Promise.all(PICTURE_WIDTHS.map((width) => encoded(largest.clone(), width))),
  );
}

type Size = { width: number; height: number };

/**
 * What `draw` makes of the picture, given anew in that size, cropped around its middle. Two at a time. Throws what
 * `encodePicture` throws.
 */
export function redrawn<Drawn>(
  bytes: Uint8Array,
  size: Size,
  draw: (picture: Sharp) => Promise<Drawn>,
): Promise<Drawn> {
  return inTurn(async () => {
    await refuseOtherFormats(bytes);
    return draw(await decoded(bytes, size));
  });
}

// What the sender says of the type is not asked.
async function refuseOtherFormats(bytes: Uint8Array): Promise<void> {
  if (!FORMATS.includes((await formatOf(bytes)) ?? '')) {
    throw new DomainError('unsupported_media_type', 'The picture must be a JPEG, PNG or WebP image.');
  }
}

async function formatOf(bytes: Uint8Array): Promise<string | undefined> {
  const sharp = await loadSharp();
  try {
    return (await sharp(bytes, LIMITS).metadata()).format;
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message)) throw unreadable();
    return undefined;
  }
}

// Decoded once, at the largest width: the smaller ones are made of that.
async function decoded(bytes: Uint8Array, size: Size): Promise<Sharp> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, LIMITS)
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable();
    });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function encoded(picture: Sharp, width: EncodedPicture['width']): Promise<EncodedPicture> {
  return { width, bytes: await picture.resize({ width }).webp({ quality: 82 }).toBuffer() };
}

const LIMITS = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;

const unreadable = () => new DomainError('image_unreadable', 'The picture cannot be read. Please choose another one.');
