import { PICTURE_WIDTHS } from './encode-picture.ts';
import { forgetFiles } from './keep-files.ts';

const STORED = /^\/uploads\/([\da-f-]{36})-320\.webp$/;

/**
 * Forgets a picture that `storePicture` answered the path of; any other path is left alone. Never rejects: the row that
 * named it is changed already, and a file too many harms nobody.
 */
export async function removePicture(path: string | null | undefined): Promise<void> {
  const name = STORED.exec(path ?? '')?.[1];
  if (!name) return;
  await forgetFiles(PICTURE_WIDTHS.map((width) => `${name}-${width}.webp`));
}
