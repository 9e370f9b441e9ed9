import { imageStore } from '../gateways/image-store.ts';
import { log } from '../log.ts';
import { PICTURE_WIDTHS } from './encode-picture.ts';

const STORED = /^\/uploads\/([\da-f-]{36})-320\.webp$/;

/**
 * Forgets a picture that `storePicture` answered the path of; any other path is left alone. Never rejects: the row that
 * named it is changed already, and a file too many harms nobody.
 */
export async function removePicture(path: string | null | undefined): Promise<void> {
  const name = STORED.exec(path ?? '')?.[1];
  if (!name) return;
  const removing = PICTURE_WIDTHS.map((width) => imageStore().remove(`${name}-${width}.webp`));
  const outcomes = await Promise.allSettled(removing);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) log.warn({ path, error: String(failure.reason) }, 'A picture could not be removed');
}
