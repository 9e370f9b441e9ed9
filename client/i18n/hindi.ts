import { messages as first } from 'virtual:catalog/hi';
import { messages as catalog } from 'virtual:catalog/hi-catalog';
import { names as shared } from 'virtual:shared-names/hi';
import others from './hi-names.json' with { type: 'json' };

// Everything that only pages in Hindi need, as one chunk.

/** The texts that English has in the first load. */
export const hindiTexts = { ...first, ...catalog };
export const hindiNames: Record<string, string> = { ...others, ...shared };
