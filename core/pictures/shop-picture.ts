import { randomUUID } from 'node:crypto';
import { redrawn } from './encode-picture.ts';
import { forgetFiles, keepFiles } from './keep-files.ts';

/** In px: the whole front, and the smaller copies that lists ask for. */
export const SHOP_PICTURE_WIDTHS = [240, 560, 1040] as const;
const FULL = { width: 1040, height: 600 };

const STORED = /^\/uploads\/([\da-f-]{36})-560\.jpeg$/;

/**
 * Keeps the uploaded picture of a shop's front, wide and as JPEG, under a random name. Answers the path of the middle
 * width, `/uploads/{name}-560.jpeg`. Throws DomainError `unsupported_media_type` and `image_unreadable`, and GatewayError when
 * the store does not answer.
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
  await keepFiles(SHOP_PICTURE_WIDTHS.map((width, at) => ({ name: `${name}-${width}.jpeg`, bytes: files[at]! })));
  return `/uploads/${name}-560.jpeg`;
}

/** The file of a stored picture in that width, the whole one without. */
export const shopPictureFile = (path: string, width = String(FULL.width)): string =>
  path.replace(/-560(?=\.)/, `-${width}`);

/** Forgets a picture that `storeShopPicture` answered the path of. Never rejects: a file too many harms nobody. */
export async function removeShopPicture(path: string | null | undefined): Promise<void> {
  const name = STORED.exec(path ?? '')?.[1];
  if (!name) return;
  await forgetFiles(SHOP_PICTURE_WIDTHS.map((width) => `${name}-${width}.jpeg`));
}
