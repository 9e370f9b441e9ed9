import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { letterer } from './lib/lettering.mjs';
import { pictures } from './pictures/all.mjs';
import { shopFront } from './shop-front.mjs';
import { shopFronts } from './shop-fronts.mjs';

const FOLDER = new URL('../client/public/images/shops/', import.meta.url);
const WIDEST = 900;

/** Writes the picture of every shop and of the platform itself. */
export async function drawFronts() {
  await mkdir(FOLDER, { recursive: true });
  const latin = await letterer('latin', 750);
  const kannada = await letterer('kannada', 650);
  for (const shop of shopFronts) {
    const goods = shop.goods.map((name) => pictures.get(name).art);
    const place = { centre: 520, widest: WIDEST };
    await sharp(Buffer.from(shopFront(shop, goods)))
      .composite([
        await latin(shop.name, { ...place, size: 68, color: '#FFF8EA', top: 46 }),
        await kannada(shop.kannada, { ...place, size: 33, color: '#FFD98A', middle: 140 }),
      ])
      .flatten({ background: '#FFFAF1' })
      .jpeg({ quality: 68, mozjpeg: true })
      .toFile(new URL(`${shop.slug}.jpeg`, FOLDER).pathname);
  }
  return shopFronts.length;
}
