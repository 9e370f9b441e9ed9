import { randomUUID } from 'node:crypto';
import { imageStore } from '../gateways/image-store.ts';
import { log } from '../log.ts';
import { encodePicture, isLarge, LARGE_WIDTH, PICTURE_WIDTHS, redrawPicture } from './encode-picture.ts';

/**
 * Stores an uploaded picture in its three widths under a random name. Returns the path of the middle one,
 * `/uploads/{name}-320.webp`; the others have `-160` and `-640` instead. Throws DomainError `unsupported_media_type` and
 * `image_unreadable`, and GatewayError when the store is unavailable.
 */
export async function storePicture(bytes: Uint8Array): Promise<string> {
  const name = randomUUID();
  const encoded = await encodePicture(bytes);
  await storeFiles(encoded.map(({ width, bytes: file }) => ({ name: `${name}-${width}.webp`, bytes: file })));
  return `/uploads/${name}-320.webp`;
}

/**
 * Stores the picture of a product like `storePicture`; one with enough pixels also in 960 px, for the page of the product.
 * Its path is then `/uploads/{name}-large-320.webp`.
 */
export async function storeProductPicture(bytes: Uint8Array): Promise<string> {
  if (!(await isLarge(bytes))) return storePicture(bytes);
  const name = `${randomUUID()}${LARGE}`;
  const encoded = await encodePicture(bytes, LARGE_WIDTHS);
  await storeFiles(encoded.map(({ width, bytes: file }) => ({ name: `${name}-${width}.webp`, bytes: file })));
  return `/uploads/${name}-320.webp`;
}

const LARGE = '-large';
const LARGE_WIDTHS = [...PICTURE_WIDTHS, LARGE_WIDTH] as const;
const STORED_PICTURE = /^\/uploads\/([\da-f-]{36}(-large)?)-320\.webp$/;

/**
 * Removes a picture by the path that `storePicture` or `storeProductPicture` returned; any other path is ignored. Never rejects: no row refers to it
 * any more, and maintenance removes files that are left over.
 */
export async function removePicture(path: string | null | undefined): Promise<void> {
  const [, name, large] = STORED_PICTURE.exec(path ?? '') ?? [];
  const widths = large ? LARGE_WIDTHS : PICTURE_WIDTHS;
  if (name) await removeFiles(widths.map((width) => `${name}-${width}.webp`));
}

/** In px: the full width of a shop's picture, and the smaller copies for lists. */
export const SHOP_PICTURE_WIDTHS = [240, 560, 1040] as const;
const FULL_SIZE = { width: 1040, height: 600 };

/**
 * Stores the uploaded picture of a shop's front, wide and as JPEG, under a random name. Returns the path of the middle
 * width, `/uploads/{name}-560.jpeg`. Throws DomainError `unsupported_media_type` and `image_unreadable`, and GatewayError
 * when the store is unavailable.
 */
export async function storeShopPicture(bytes: Uint8Array): Promise<string> {
  const name = randomUUID();
  const files = await redrawPicture(bytes, FULL_SIZE, (picture) =>
    Promise.all(
      SHOP_PICTURE_WIDTHS.map(async (width) => {
        const smaller = picture.clone().flatten({ background: '#fffaf1' }).resize({ width });
        return { name: `${name}-${width}.jpeg`, bytes: await smaller.jpeg({ quality: 76, mozjpeg: true }).toBuffer() };
      }),
    ),
  );
  await storeFiles(files);
  return `/uploads/${name}-560.jpeg`;
}

/** The path of a stored shop picture in that width; the full one by default. */
export const shopPictureFile = (path: string, width = String(FULL_SIZE.width)): string =>
  path.replace(/-560(?=\.)/, `-${width}`);

const STORED_SHOP_PICTURE = /^\/uploads\/([\da-f-]{36})-560\.jpeg$/;

/** Removes a picture by the path that `storeShopPicture` returned; any other path is ignored. Never rejects. */
export async function removeShopPicture(path: string | null | undefined): Promise<void> {
  const name = STORED_SHOP_PICTURE.exec(path ?? '')?.[1];
  if (name) await removeFiles(SHOP_PICTURE_WIDTHS.map((width) => `${name}-${width}.jpeg`));
}

// All files of a picture or none.
async function storeFiles(files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const outcomes = await Promise.allSettled(files.map(({ name, bytes }) => imageStore().put(name, bytes)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failure) return;
  // All of them: a file whose response was lost may be there. Not awaited, because the store may still be unavailable.
  void removeFiles(files.map(({ name }) => name));
  throw failure.reason;
}

async function removeFiles(names: string[]): Promise<void> {
  const outcomes = await Promise.allSettled(names.map((name) => imageStore().remove(name)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) log.warn({ names, error: String(failure.reason) }, 'A picture could not be removed');
}
