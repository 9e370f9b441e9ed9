import { i18n } from '@lingui/core';
import { messages as first } from 'virtual:catalog/hi';
import { messages as said } from 'virtual:catalog/en-server';
import { messages as server } from 'virtual:catalog/hi-server';
import { messages as catalog } from 'virtual:catalog/hi-catalog';
import { messages as landing } from 'virtual:catalog/hi-landing';
import { names as shared } from 'virtual:shared-names/hi';
import { addEnglish } from './language.ts';
import others from './hi-names.json' with { type: 'json' };

// Everything that only pages in Hindi need, as one chunk.

// The English texts, by which sentences of the server are recognized.
addEnglish(said);

/** How long to wait, in the steps in which the server says it: in seconds below two minutes, in minutes below two hours. */
export function limitText(seconds: number): string {
  if (seconds < 120) return i18n._('refused.wait', { unit: 'seconds', count: seconds });
  if (seconds < 2 * 3600) return i18n._('refused.wait', { unit: 'minutes', count: Math.ceil(seconds / 60) });
  return i18n._('refused.wait', { unit: 'hours', count: Math.ceil(seconds / 3600) });
}

/** The texts that English has in the first load, or in parts of it. */
export const hindiTexts = { ...first, ...landing, ...catalog, ...server };
export const hindiNames: Record<string, string> = { ...others, ...shared };
