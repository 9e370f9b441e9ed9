import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import subsetFont from 'subset-font';

const find = createRequire(import.meta.url).resolve;
export const fontFile = (script, subset = script) =>
  readFileSync(find(`@fontsource-variable/anek-${script}/files/anek-${script}-${subset}-wght-normal.woff2`));

/** As the font files call themselves; the comma keeps Pango from reading Medium as a weight. */
const FAMILY = { latin: 'Anek Latin Medium,', kannada: 'Anek Kannada Medium,' };
const between = (first, last) =>
  Array.from({ length: last - first }, (_, i) => String.fromCodePoint(first + i)).join('');
/** Whole blocks with their joiners: shaping puts in letters that the text does not spell. */
const LETTERS = { latin: between(0x20, 0x7f), kannada: between(0xc80, 0xd00) + '\u200c\u200d\u25cc ' };
const folder = mkdtempSync(join(tmpdir(), 'haat-lettering-'));

/** One weight of a script as a file that Pango can open: it reads no variable woff2. */
async function cut(script, weight) {
  const file = join(folder, `${script}.ttf`);
  writeFileSync(
    file,
    await subsetFont(fontFile(script), LETTERS[script], { targetFormat: 'sfnt', variationAxes: { wght: weight } }),
  );
  return file;
}

/** Letters one script in one weight; asked for once per script, as Pango keeps the first file of a family. */
export async function letterer(script, weight) {
  const fontfile = await cut(script, weight);
  return async function letter(text, { size, color, centre, top, middle, widest }) {
    const draw = (pixels) =>
      sharp({
        text: {
          text: `<span foreground="${color}">${text.replaceAll('&', '&amp;')}</span>`,
          font: `${FAMILY[script]} ${pixels}`,
          fontfile,
          rgba: true,
          dpi: 72,
        },
      })
        .png()
        .toBuffer({ resolveWithObject: true });
    let drawn = await draw(size);
    if (drawn.info.width > widest) drawn = await draw(Math.floor((size * widest) / drawn.info.width));
    const { width, height } = drawn.info;
    return { input: drawn.data, left: Math.round(centre - width / 2), top: top ?? Math.round(middle - height / 2) };
  };
}
