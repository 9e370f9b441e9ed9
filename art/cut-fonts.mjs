import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { fontFile } from './lib/lettering.mjs';

const FOLDER = new URL('../client/ui/fonts/', import.meta.url);
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const punctuation = '\u00a0–—‘’“”·•…×+−°½¼¾éÉ';
/** The weights in use; the axis beyond them is cut off. */
const weights = { wght: { min: 400, max: 750, default: 400 } };

/** The name of Hindi in its own script, for the language switch of English pages. */
const HINDI = 'हिन्दी';

/**
 * Writes the web font: Latin letters in one file, ₹ in another, because no Latin file of the family has it, and the label of
 * the language switch.
 */
export async function cutFonts() {
  await mkdir(FOLDER, { recursive: true });
  const cut = (subset, text) =>
    subsetFont(fontFile('latin', subset), text, { targetFormat: 'woff2', variationAxes: weights });
  await writeFile(new URL('anek-latin.woff2', FOLDER), await cut('latin', ascii + punctuation));
  await writeFile(new URL('anek-rupee.woff2', FOLDER), await cut('latin-ext', '₹'));
  const label = await subsetFont(fontFile('devanagari'), HINDI, {
    targetFormat: 'woff2',
    variationAxes: { wght: 600 },
  });
  await writeFile(new URL('anek-devanagari-label.woff2', FOLDER), label);
  const licence = createRequire(import.meta.url).resolve('@fontsource-variable/anek-latin/LICENSE');
  await copyFile(licence, new URL('OFL.txt', FOLDER));
}
