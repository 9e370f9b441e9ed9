import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = 'virtual:catalogue/';
/** What dashboard, shelf and address screen say, and what may stand on any screen. */
export const INITIAL_TEXT =
  /^(address|app|carousel|cart|common|error|footer|guard|header|landing|menu|price|product|products|shop|status|stepper|time|toasts)\./;

/**
 * `i18n/<language>.json` (id -> ICU message) as compiled messages, so that no message parser reaches the browser:
 * `<language>` with what dashboard and shelf say, `<language>-pages` with the texts of all other screens.
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
      const wanted = Object.entries(catalogue).filter(([key]) => INITIAL_TEXT.test(key) !== (part === 'pages'));
      const compiled = wanted.map(([key, message]) => [key, compileMessage(message)]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}
