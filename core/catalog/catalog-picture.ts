import { readFile } from 'node:fs/promises';
import { RecentValues } from '../lib/cache/recent-values.ts';
import { PICTURES_URL } from './shipped/catalog-data.ts';
import { encodePicture, PICTURE_WIDTHS } from '../pictures/encode-picture.ts';

/** All drawn pictures in their smaller widths have about 4 MB. */
const encoded = new RecentValues<string, Uint8Array>({ maxEntries: 2_000, maxBytes: 8 * 1024 * 1024 });

/**
 * The drawn picture of known products in that width, 640 by default, which is the one that is shipped. Undefined for a name that
 * no picture has, and another width.
 */
export async function readCatalogPicture(name: string, width = '640'): Promise<Uint8Array | undefined> {
  const size = PICTURE_WIDTHS.find((each) => String(each) === width);
  if (!size) return undefined;
  const key = `${name}-${width}`;
  const ready = encoded.get(key);
  if (ready) return ready;
  const drawn = await readFile(new URL(`${name}-640.webp`, PICTURES_URL)).catch(() => undefined);
  if (!drawn || size === 640) return drawn;
  const [picture] = await encodePicture(drawn, [size]);
  if (picture) encoded.set(key, picture.bytes, picture.bytes.length);
  return picture?.bytes;
}
