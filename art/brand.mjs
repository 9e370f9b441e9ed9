import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { times } from './lib/svg.mjs';

const PUBLIC = new URL('../client/public/', import.meta.url);
const TEAL = '#0B5D66';
const MARIGOLD = '#F6A609';
const CREAM = '#FFFAF1';

/** The mark: a scalloped awning over an open counter, in a box of 64 x 64. */
const mark = () => {
  const scallop = (i) => {
    const x = 8 + i * 12;
    return `<path d="M${x} 18h12v14a6 6 0 0 1-12 0z" fill="${i % 2 ? CREAM : MARIGOLD}"/>`;
  };
  return `<path d="M12 32h40v20a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4z" fill="${TEAL}"/><path d="M20 44h10v12H20z" fill="${MARIGOLD}"/><path d="M35 43h11v7H35z" fill="${CREAM}"/><path d="M13 8h38l5 11H8z" fill="${TEAL}"/>${times(4, scallop)}<path d="M8 18h48v3H8z" fill="#084A52"/>`;
};

const svg = (body, size = 64) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}">${body}</svg>`;

/** An app icon; `inset` keeps the mark inside the safe circle of maskable icons. */
const icon = (size, { radius, inset }) =>
  svg(
    `<rect width="64" height="64" rx="${radius}" fill="#FFE8BC"/><g transform="translate(${inset} ${inset}) scale(${(64 - inset * 2) / 64})">${mark()}</g>`,
    size,
  );

const avatar = () =>
  svg(
    `<rect width="64" height="64" fill="#D6F1F3"/><circle cx="32" cy="25" r="12" fill="${TEAL}"/><path d="M8 64q0-23 24-23t24 23z" fill="${TEAL}"/><path d="M22 45q10 9 20 0l-2-3.400q-8 5-16 0z" fill="${MARIGOLD}"/>`,
    256,
  );

const png = (drawing, path) =>
  sharp(Buffer.from(drawing))
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toFile(new URL(path, PUBLIC).pathname);

/** A Windows icon file of one PNG, for what asks for /favicon.ico without reading a page. */
async function writeFavicon(size) {
  const image = await sharp(Buffer.from(svg(mark(), size)))
    .png({ compressionLevel: 9 })
    .toBuffer();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one image
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  await writeFile(new URL('favicon.ico', PUBLIC), Buffer.concat([header, image]));
}

/** Writes logo, avatar, favicon and the icons of the installed app. */
export async function drawBrand() {
  await mkdir(new URL('images/shops/', PUBLIC), { recursive: true });
  await mkdir(new URL('icons/', PUBLIC), { recursive: true });
  await writeFile(new URL('favicon.svg', PUBLIC), `${svg(mark())}\n`);
  await writeFavicon(48);
  await png(svg(mark(), 256), 'images/shops/logo.png');
  await png(avatar(), 'images/avatar.png');
  await png(icon(192, { radius: 14, inset: 7 }), 'icons/icon-192.png');
  await png(icon(512, { radius: 14, inset: 7 }), 'icons/icon-512.png');
  await png(icon(512, { radius: 0, inset: 13 }), 'icons/icon-maskable-512.png');
}
