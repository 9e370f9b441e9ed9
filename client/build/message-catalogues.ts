import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = 'virtual:catalogue/';
/** What the dashboard says, and what may stand on any screen. */
export const INITIAL_TEXT =
  /^(app|carousel|common|error|footer|guard|header|landing|time|toasts)\.|^(cart\.notKept|menu\.(about|help|more|open|privacy|scanQr|terms|vendorTools))$/;
/** What menu, shelf, cart and address screen say besides. */
export const SHELF_TEXT = /^(address|cart|menu|price|product|products|shop|status|stepper)\./;

/**
 * `i18n/<language>.json` (id -> ICU message) as compiled messages, so that no message parser reaches the browser:
 * `<language>` with what the dashboard says, `<language>-shelf` with what menu, shelf and cart say besides, and
 * `<language>-pages` with the texts of all other screens.
 */
export function messageCatalogues(): Plugin {
  return {
    name: 'message-catalogues',
    resolveId: (id) => (id.startsWith(CATALOGUE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${CATALOGUE}`)) return undefined;
      const [language, part] = id.slice(CATALOGUE.length + 1).split('-');
      const file = join(import.meta.dirname, '..', 'i18n', `${language}.json`);
      this.addWatchFile(file);
      const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const wanted = Object.entries(catalogue).filter(([key]) => partOf(key) === part);
      const compiled = wanted.map(([key, message]) => [key, compileMessage(message)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}

function partOf(key: string): 'shelf' | 'pages' | undefined {
  if (INITIAL_TEXT.test(key)) return undefined;
  return SHELF_TEXT.test(key) ? 'shelf' : 'pages';
}
