import { mkdir, readdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { pictures } from './pictures/all.mjs';
import { productTile } from './product-tile.mjs';

const FOLDER = new URL('../core/db/seeds/demo/pictures/', import.meta.url);
const SIZE = 640;

/** Writes every product picture in its largest size, from which the product makes the others, and removes files that no picture has any more. */
export async function drawTiles() {
  await mkdir(FOLDER, { recursive: true });
  const wanted = new Set();
  for (const [name, picture] of pictures) {
    const drawn = await sharp(Buffer.from(productTile(picture, SIZE)))
      .png()
      .toBuffer();
    const file = `${name}-${SIZE}.webp`;
    wanted.add(file);
    await sharp(drawn).webp({ quality: 74, effort: 6, smartSubsample: true }).toFile(new URL(file, FOLDER).pathname);
  }
  for (const file of await readdir(FOLDER)) if (!wanted.has(file)) await rm(new URL(file, FOLDER));
  return pictures.size;
}
