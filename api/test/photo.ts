import sharp from 'sharp';

/** A picture of one colour, as a browser's form sends it. */
export async function createPhoto({ width = 700, height = 700, background = '#c33' } = {}): Promise<Blob> {
  const photo = sharp({ create: { width, height, channels: 3, background } });
  return new Blob([new Uint8Array(await photo.png().toBuffer())], { type: 'image/png' });
}
