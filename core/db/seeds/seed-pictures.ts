import { readdir, readFile } from 'node:fs/promises';
import type { ImageStore } from '../../gateways/image-store.ts';
import { DEMO_PICTURES_URL } from './demo/demo-market.ts';

/** Puts the pictures of the demo products where uploaded ones live. Doing it again changes nothing. */
export async function seedPictures(store: ImageStore): Promise<void> {
  const names = (await readdir(DEMO_PICTURES_URL)).filter((name) => name.endsWith('.webp'));
  await Promise.all(names.map(async (name) => store.put(name, await readFile(new URL(name, DEMO_PICTURES_URL)))));
}
