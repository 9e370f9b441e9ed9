import { randomUUID } from 'node:crypto';
import { StoredPicture } from '../db/catalog.models.ts';
import { isOutage } from '../db/outage.ts';
import { type ImageStore, imageStore } from '../gateways/image-store.ts';
import { log } from '../ops/log.ts';
import { encodePicture, isLarge, LARGE_WIDTH, PICTURE_WIDTHS, redrawPicture } from './encode-picture.ts';

/**
 * Stores an uploaded picture in its three widths under a random name. Returns the path of the middle one,
 * `/uploads/{name}-320.webp`; the others have `-160` and `-640` instead. Throws DomainError `unsupported_media_type` and
 * `image_unreadable`, and GatewayError when the store is unavailable.
 */
export async function storePicture(bytes: Uint8Array): Promise<string> {
  const name = randomUUID();
  const encoded = await encodePicture(bytes);
  const files = encoded.map(({ width, bytes: file }) => ({ name: `${name}-${width}.webp`, bytes: file }));
  return storeFiles(`/uploads/${name}-320.webp`, files);
}

/**
 * Stores the picture of a product like `storePicture`; one with enough pixels also in 960 px, for the page of the product.
 * Its path is then `/uploads/{name}-large-320.webp`.
 */
export async function storeProductPicture(bytes: Uint8Array): Promise<string> {
  if (!(await isLarge(bytes))) return storePicture(bytes);
  const name = `${randomUUID()}${LARGE}`;
  const encoded = await encodePicture(bytes, LARGE_WIDTHS);
  const files = encoded.map(({ width, bytes: file }) => ({ name: `${name}-${width}.webp`, bytes: file }));
  return storeFiles(`/uploads/${name}-320.webp`, files);
}

const LARGE = '-large';
const LARGE_WIDTHS = [...PICTURE_WIDTHS, LARGE_WIDTH] as const;

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
  return storeFiles(`/uploads/${name}-560.jpeg`, files);
}

/** The path of a stored shop picture in that width; the full one by default. */
export const shopPictureFile = (path: string, width = String(FULL_SIZE.width)): string =>
  path.replace(/-560(?=\.)/, `-${width}`);

type File = { name: string; bytes: Uint8Array };

/**
 * All files of a picture or none. Returns its path. The row comes first, so that the remains of an interrupted upload are found.
 */
async function storeFiles(path: string, files: File[]): Promise<string> {
  await StoredPicture.query().insert({ path });
  const outcomes = await Promise.allSettled(files.map(({ name, bytes }) => imageStore().put(name, bytes)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failure) return path;
  // All of them: a file whose response was lost may be there. Not awaited, because the store may still be unavailable. The row
  // stays: the store may still carry out a call that has failed for us.
  void removeFiles(imageStore(), path).catch((error: unknown) => logRemaining(path, error));
  throw failure.reason;
}

/**
 * Removes a picture by the path that one of the functions above returned; any other path is ignored. Never rejects: no row
 * refers to it any more, and maintenance removes leftovers.
 */
export async function removePicture(path: string | null | undefined): Promise<void> {
  if (!path) return;
  await deletePicture(imageStore(), path).catch((error: unknown) => logRemaining(path, error));
}

/**
 * Removes a stored picture because the work that should refer to it failed with `error`. After an outage its row may be
 * committed without an answer, so the picture stays until maintenance has checked whether a row refers to it.
 */
export async function discardPicture(path: string | null | undefined, error: unknown): Promise<void> {
  if (!isOutage(error)) await removePicture(path);
}

/** Deletes the files of a picture from that store, then its row. Rejects when the store or the database is unavailable. */
export async function deletePicture(store: ImageStore, path: string): Promise<void> {
  if (filesOf(path).length === 0) return;
  await removeFiles(store, path);
  await StoredPicture.query().deleteById(path);
}

async function removeFiles(store: ImageStore, path: string): Promise<void> {
  const outcomes = await Promise.allSettled(filesOf(path).map((name) => store.remove(name)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

const logRemaining = (path: string, error: unknown): void =>
  log.warn({ path, error: String(error) }, 'A picture could not be removed; maintenance tries again');

function filesOf(path: string): string[] {
  const [, name, large] = /^\/uploads\/([\da-f-]{36}(-large)?)-320\.webp$/.exec(path) ?? [];
  if (name) return (large ? LARGE_WIDTHS : PICTURE_WIDTHS).map((width) => `${name}-${width}.webp`);
  const shopPicture = /^\/uploads\/([\da-f-]{36})-560\.jpeg$/.exec(path)?.[1];
  return shopPicture ? SHOP_PICTURE_WIDTHS.map((width) => `${shopPicture}-${width}.jpeg`) : [];
}

/** The path of the picture that a file belongs to; undefined for a file that was not stored by the functions above. */
export function pathOfFile(file: string): string | undefined {
  const [, name, type] = /^([\da-f-]{36}(?:-large)?)-\d+\.(webp|jpeg)$/.exec(file) ?? [];
  const path = name && `/uploads/${name}-${type === 'webp' ? '320.webp' : '560.jpeg'}`;
  return path && filesOf(path).includes(file) ? path : undefined;
}
