import { randomUUID } from 'node:crypto';
import { imageStore } from '../gateways/image-store.ts';
import { log } from '../log.ts';
import { redrawn } from './encode-picture.ts';

/** In px: the whole front, and the smaller copies that lists ask for. */
export const SHOP_PICTURE_WIDTHS = [240, 560, 1040] as const;
const FULL = { width: 1040, height: 600 };

const STORED = /^\/uploads\/([\da-f-]{36})-560\.jpeg$/;

/**
 * Keeps the uploaded picture of a shop's front, wide and as JPEG, under a random name. Answers the path of the middle
 * width, `/uploads/{name}-560.jpeg`. Throws DomainError `unsupported_media_type` and `image_unreadable`.
 */
export async function storeShopPicture(bytes: Uint8Array): Promise<string> {
  const name = randomUUID();
  const files = await redrawn(bytes, FULL, (picture) =>
    Promise.all(
      SHOP_PICTURE_WIDTHS.map((width) =>
        picture
          .clone()
          .flatten({ background: '#fffaf1' })
          .resize({ width })
          .jpeg({ quality: 76, mozjpeg: true })
          .toBuffer(),
      ),
    ),
  );
  await Promise.all(SHOP_PICTURE_WIDTHS.map((width, at) => imageStore().put(`${name}-${width}.jpeg`, files[at]!)));
  return `/uploads/${name}-560.jpeg`;
}

/** The file of a stored picture in that width, the whole one without. */
export const shopPictureFile = (path: string, width = String(FULL.width)): string =>
  path.replace(/-560(?=\.)/, `-${width}`);

/** Forgets a picture that `storeShopPicture` answered the path of. Never rejects: a file too many harms nobody. */
export async function removeShopPicture(path: string | null | undefined): Promise<void> {
  const name = STORED.exec(path ?? '')?.[1];
  if (!name) return;
  const removing = SHOP_PICTURE_WIDTHS.map((width) => imageStore().remove(`${name}-${width}.jpeg`));
  const outcomes = await Promise.allSettled(removing);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) log.warn({ path, error: String(failure.reason) }, "A shop's picture could not be removed");
}
