import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { PICTURE_WIDTHS } from '../ui/shop-picture-sizes.ts';

const LIST = 'virtual:sized-shops';
const FOLDER = join(import.meta.dirname, '..', 'public', 'images', 'shops');

/**
 * Draws every shop's picture (`images/shops/<slug>.jpeg`) smaller, as `images/shops/<width>/<slug>.jpeg`, and tells the
 * screens whose there are: a phone's row of a list needs a tenth of the bytes.
 */
export function shopPictures(): Plugin {
  const slugs = globSync('*.jpeg', { cwd: FOLDER })
    .map((file) => basename(file, '.jpeg'))
    .toSorted();
  return {
    name: 'shop-pictures',
    resolveId: (id) => (id === LIST ? `\0${id}` : undefined),
    load: (id) => (id === `\0${LIST}` ? `export const sizedShops = ${JSON.stringify(slugs)};` : undefined),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, width, slug = ''] = /^\/images\/shops\/(\d+)\/([^/]+)\.jpeg$/.exec(request.url ?? '') ?? [];
        if (!PICTURE_WIDTHS.includes(Number(width)) || !slugs.includes(slug)) return next();
        void draw(slug, Number(width)).then((picture) => response.end(picture), next);
      });
    },
    async generateBundle() {
      const wanted = slugs.flatMap((slug) => PICTURE_WIDTHS.map((width) => ({ slug, width })));
      for (const { slug, width } of wanted) {
        const fileName = `images/shops/${width}/${slug}.jpeg`;
        this.emitFile({ type: 'asset', fileName, source: await draw(slug, width) });
      }
    },
  };
}

function draw(slug: string, width: number): Promise<Buffer> {
  const picture = sharp(join(FOLDER, `${slug}.jpeg`)).resize({ width, withoutEnlargement: true });
  return picture.jpeg({ quality: 68, mozjpeg: true }).toBuffer();
}
