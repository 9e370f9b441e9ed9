import { mkdir, readdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { pictures } from './pictures/all.mjs';
import { productTile } from './product-tile.mjs';

const FOLDER = new URL('../core/db/seeds/demo/pictures/', import.meta.url);
const SIZES = [160, 320, 640];

/** Writes every product picture in three sizes and removes files that no picture has any more. */
export async function drawTiles() {
  await mkdir(FOLDER, { recursive: true });
  const wanted = new Set();
  for (const [name, picture] of pictures) {
    const drawn = await sharp(Buffer.from(productTile(picture, 640)))
      .png()
      .toBuffer();
    for (const size of SIZES) {
      const file = `${name}-${size}.webp`;
      wanted.add(file);
      await sharp(drawn)
        .resize(size)
        .webp({ quality: 74, effort: 6, smartSubsample: true })
        .toFile(new URL(file, FOLDER).pathname);
    }
  }
  for (const file of await readdir(FOLDER)) if (!wanted.has(file)) await rm(new URL(file, FOLDER));
  return pictures.size;
}
