import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import sharp from 'sharp';
import { DEFAULT_SHOP_IMAGE } from '@haat/contract/catalog/pictures';
import { FULL_WIDTH, PICTURE_WIDTHS } from '../../ui/shop-picture-sizes.ts';

const CATALOG = 'virtual:catalog/';
/** Texts of the lower part of the dashboard, which is loaded after the rest. */
export const LANDING_TEXT = /^(carousel\.|placeRequest\.|landing\.(addOn|install|moreShops|version))/;
/** Texts of the dashboard and texts that any screen can show. */
export const INITIAL_TEXT =
  /^(app|common|error|footer|header|landing|toasts)\.(?!notFoundHint)|^(cart\.notSaved|menu\.(about|allShops|cartCount|help|login|main|more|open|orders|privacy|profile|scanQr|sell|terms)|shop\.contact(Platform)?)$/;
/** Further texts of menu, catalog, cart and address screen. */
export const CATALOG_TEXT = /^(address|cart|favourite|menu|price|product|products|share|shop|status|stepper|time)\./;
/** Sentences of the server, to be translated in the browser. */
export const SERVER_TEXT = /^refused\./;

/**
 * `i18n/<language>.json` (id -> ICU message) as compiled messages, so that no message parser reaches the browser:
 * `<language>` with what the dashboard says, `<language>-landing` with what its lower part says, `<language>-catalog` with what
 * menu, catalog and cart say besides, `<language>-server` with what only the server says in English, and `<language>-pages` with
 * the texts of all other screens.
 */
export function messageCatalogs(): Plugin {
  return {
    name: 'message-catalogs',
    resolveId: (id) => (id.startsWith(CATALOG) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${CATALOG}`)) return undefined;
      const [language, part] = id.slice(CATALOG.length + 1).split('-');
      const file = join(import.meta.dirname, '..', '..', 'i18n', `${language}.json`);
      this.addWatchFile(file);
      const catalog = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const entries = Object.entries(catalog).filter(([key]) => partOf(key) === part);
      const compiled = entries.map(([key, message]) => [key, compileMessage(message)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

function partOf(key: string): 'catalog' | 'landing' | 'server' | 'pages' | undefined {
  if (LANDING_TEXT.test(key)) return 'landing';
  if (INITIAL_TEXT.test(key)) return undefined;
  if (SERVER_TEXT.test(key)) return 'server';
  return CATALOG_TEXT.test(key) ? 'catalog' : 'pages';
}

const NAMES = 'virtual:shared-names/hi';
const CATALOG_DATA = join(import.meta.dirname, '..', '..', '..', 'core', 'catalog', 'shipped');

type Shipped = { name: string; name_hi?: string; subcategories?: Shipped[] };

/** The Hindi names of the categories, units, sizes and colours that are shipped, by their English ones. */
export function sharedNames(): Plugin {
  return {
    name: 'shared-names',
    resolveId: (id) => (id === NAMES ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${NAMES}`) return undefined;
      const files = ['categories.json', 'options.json'].map((file) => join(CATALOG_DATA, file));
      for (const file of files) this.addWatchFile(file);
      const shipped = files.flatMap((file) => Object.values(JSON.parse(readFileSync(file, 'utf8')) as object).flat());
      return `export const names = ${JSON.stringify(Object.fromEntries(hindiNames(shipped as Shipped[])))};`;
    },
  };
}

const hindiNames = (shipped: Shipped[]): [string, string][] =>
  shipped.flatMap(({ name, name_hi, subcategories = [] }) => [
    ...(name_hi ? [[name, name_hi] as [string, string]] : []),
    ...hindiNames(subcategories),
  ]);

const LIST = 'virtual:sized-shops';
const FOLDER = join(import.meta.dirname, '..', '..', 'public', 'images', 'shops');

/**
 * Draws the picture of every shop (`images/shops/<slug>`, jpeg, jpg or png) smaller, as `images/shops/<width>/<slug>.jpeg`,
 * and exports the slugs that have one: a list row on a phone needs a tenth of the bytes. One that is no jpeg is drawn as
 * jpeg in the full size, too, so that it is found at the first address.
 */
export function shopPictures(): Plugin {
  const files = new Map(
    ['png', 'jpg', 'jpeg'].flatMap((type) =>
      globSync(`*.${type}`, { cwd: FOLDER })
        .filter((file) => file !== basename(DEFAULT_SHOP_IMAGE))
        .map((file) => [basename(file, `.${type}`), file] as const),
    ),
  );
  const slugs = [...files.keys()].toSorted();
  return {
    name: 'shop-pictures',
    resolveId: (id) => (id === LIST ? `\0${id}` : undefined),
    load: (id) => (id === `\0${LIST}` ? `export const sizedShops = ${JSON.stringify(slugs)};` : undefined),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, width, slug = ''] = /^\/images\/shops\/(?:(\d+)\/)?([^/]+)\.jpeg$/.exec(request.url ?? '') ?? [];
        const file = files.get(slug);
        if (!file || (width ? !PICTURE_WIDTHS.includes(Number(width)) : file.endsWith('.jpeg'))) return next();
        void draw(file, width ? Number(width) : FULL_WIDTH).then((picture) => response.end(picture), next);
      });
    },
    async generateBundle() {
      for (const [slug, file] of files) {
        const copies = PICTURE_WIDTHS.map((width) => ({ width, folder: `${width}/` }));
        if (!file.endsWith('.jpeg')) copies.push({ width: FULL_WIDTH, folder: '' });
        for (const { width, folder } of copies) {
          const fileName = `images/shops/${folder}${slug}.jpeg`;
          this.emitFile({ type: 'asset', fileName, source: await draw(file, width) });
        }
      }
    },
  };
}

function draw(file: string, width: number): Promise<Buffer> {
  const picture = sharp(join(FOLDER, file)).flatten().resize({ width, withoutEnlargement: true });
  return picture.jpeg({ quality: 68, mozjpeg: true }).toBuffer();
}
