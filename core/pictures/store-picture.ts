import { randomUUID } from 'node:crypto';
import { imageStore } from '../gateways/image-store.ts';
import { encodePicture } from './encode-picture.ts';

/**
 * Keeps an uploaded picture in its three widths under a random name. Answers the path of the middle one,
 * `/uploads/{name}-320.webp`; the others have `-160` and `-640` there, as pictures of products do. Throws DomainError
 * `unsupported_media_type` and `image_unreadable`. Spec section 3.
 */
export async function storePicture(bytes: Uint8Array): Promise<string> {
  const name = randomUUID();
  const encoded = await encodePicture(bytes);
  await Promise.all(encoded.map(({ width, bytes: file }) => imageStore().put(`${name}-${width}.webp`, file)));
  return `/uploads/${name}-320.webp`;
}
