import { readdir } from 'node:fs/promises';
import sharp from 'sharp';

/** Lays all product pictures out on sheets, to look at them: node contact-sheet.mjs <folder> [pixels per tile]. */
const [folder = '.', pixels = '160'] = process.argv.slice(2);
const size = Number(pixels);
const source = new URL('../core/db/seeds/demo/pictures/', import.meta.url);
const across = Math.floor(1600 / (size + 8));
const files = (await readdir(source)).filter((file) => file.endsWith('-640.webp')).sort();
const perSheet = across * Math.floor(1300 / (size + 8));

for (let first = 0; first < files.length; first += perSheet) {
  const tiles = await Promise.all(
    files.slice(first, first + perSheet).map(async (file, i) => ({
      input: await sharp(new URL(file, source).pathname).resize(size).toBuffer(),
      left: (i % across) * (size + 8),
      top: Math.floor(i / across) * (size + 8),
    })),
  );
  const sheet = `${folder}/sheet-${first / perSheet + 1}.png`;
  await sharp({ create: { width: 1600, height: 1300, channels: 3, background: '#FFFAF1' } })
    .composite(tiles)
    .png()
    .toFile(sheet);
  console.log(sheet);
}
