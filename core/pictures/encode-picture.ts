import type sharpModule from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { DomainError } from '../errors.ts';
import { turnQueue } from '../lib/turns.ts';

/** The widths, in px, that every stored picture has a file of; its height is the same. */
export const PICTURE_WIDTHS = [160, 320, 640] as const;
/** For the page of a product, where the uploaded picture has as many pixels. */
export const LARGE_WIDTH = 960;

type Width = (typeof PICTURE_WIDTHS)[number] | typeof LARGE_WIDTH;
type EncodedPicture = { width: Width; bytes: Uint8Array };

const MAX_PIXELS = 50_000_000;
/** Progressive and interlaced pictures are decoded as a whole, which takes up to 9 bytes a pixel. */
const MAX_PROGRESSIVE_PIXELS = 12_500_000;
const FORMATS = ['jpeg', 'png', 'webp'];

/**
 * Re-encodes a picture as WebP in each of `widths`, cropped to the centre square, upright, and without metadata (place, device,
 * anything appended to the file). Throws DomainError `unsupported_media_type` for anything but JPEG, PNG or WebP, and
 * `image_unreadable` for a broken picture or one of more than 50 million pixels, 12.5 million if it is progressive, and
 * `rate_limited` while many pictures of the account wait.
 */
export function encodePicture(bytes: Uint8Array, widths: readonly Width[] = PICTURE_WIDTHS): Promise<EncodedPicture[]> {
  const side = Math.max(...widths);
  return redrawPicture(bytes, { width: side, height: side }, (largest) =>
    Promise.all(
      widths.map(async (width) => ({
        width,
        bytes: await largest.clone().resize({ width }).webp({ quality: 82 }).toBuffer(),
      })),
    ),
  );
}

/** The longest side of a picture that is stored whole. */
const WHOLE_SIDE = 1280;

/** Re-encodes a picture like `encodePicture`, but whole: nothing is cropped, and its longer side has at most 1280 px. */
export function encodeWholePicture(bytes: Uint8Array): Promise<Buffer> {
  const size = { width: WHOLE_SIDE, height: WHOLE_SIDE, isWhole: true };
  return redrawPicture(bytes, size, (picture) => picture.webp({ quality: 80 }).toBuffer());
}

/** Whether a picture has enough pixels for the large width. False for other files. */
export async function isLarge(bytes: Uint8Array): Promise<boolean> {
  const { width = 0, height = 0 } = await readMetadata(bytes).catch((): Partial<Metadata> => ({}));
  return Math.min(width, height) >= LARGE_WIDTH;
}

type Size = { width: number; height: number; isWhole?: boolean };

/**
 * Decodes a picture, crops it to that size around its centre or fits it whole, and passes it to `draw`. Pictures are processed one at a time:
 * the largest ones take about 100 MB each. Throws what `encodePicture` throws.
 */
export function redrawPicture<Drawn>(
  bytes: Uint8Array,
  size: Size,
  draw: (picture: Sharp) => Promise<Drawn>,
): Promise<Drawn> {
  return oneAtATime(async () => {
    await checkFormat(bytes);
    return draw(await decode(bytes, size));
  });
}

// A form has up to six pictures, and a page may have sent some forms.
const oneAtATime = turnQueue({ atOnce: 1, waiting: 12 });

/** The format is read from the content, not from the type that the sender declares. */
async function checkFormat(bytes: Uint8Array): Promise<void> {
  const { format = '', width = 0, height = 0, isProgressive = false } = await readMetadata(bytes);
  if (!FORMATS.includes(format)) {
    throw new DomainError('unsupported_media_type', 'The picture must be a JPEG, PNG or WebP image.');
  }
  if (isProgressive && width * height > MAX_PROGRESSIVE_PIXELS) throw unreadable();
}

const LIMITS = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/** Empty for anything that is not a picture. */
async function readMetadata(bytes: Uint8Array): Promise<Partial<Metadata>> {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, LIMITS).metadata();
  } catch (error) {
    if (error instanceof Error && /pixel limit/.test(error.message)) throw unreadable();
    return {};
  }
}

// Decoded once, at the largest width; the smaller sizes are made from that.
async function decode(bytes: Uint8Array, { width, height, isWhole = false }: Size): Promise<Sharp> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, LIMITS)
    .autoOrient()
    .resize({ width, height, fit: isWhole ? 'inside' : 'cover', withoutEnlargement: isWhole })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable();
    });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

const unreadable = () => new DomainError('image_unreadable', 'The picture cannot be read. Please choose another one.');

let loading: Promise<typeof sharpModule> | undefined;

// Loaded with the first picture: most processes never need the 25 MB of decoders.
const loadSharp = (): Promise<typeof sharpModule> => (loading ??= prepareSharp());

async function prepareSharp(): Promise<typeof sharpModule> {
  const { default: sharp } = await import('sharp');
  // Only these decoders are enabled, regardless of the claimed type.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // One thread per picture leaves the other processors to requests.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
