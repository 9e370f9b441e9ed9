import { randomUUID } from 'node:crypto';
import { encodePicture } from './encode-picture.ts';
import { keepFiles } from './keep-files.ts';

/**
 * Keeps an uploaded picture in its three widths under a random name. Answers the path of the middle one,
 * `/uploads/{name}-320.webp`; the others have `-160` and `-640` there, as pictures of products do. Throws DomainError
 * `unsupported_media_type` and `image_unreadable`, and GatewayError when the store does not answer. Spec section 3.
 */
export async function storePicture(bytes: Uint8Array): Promise<string> {
  const name = randomUUID();
  const encoded = await encodePicture(bytes);
  await keepFiles(encoded.map(({ width, bytes: file }) => ({ name: `${name}-${width}.webp`, bytes: file })));
  return `/uploads/${name}-320.webp`;
}
