import type english from './en.json';

/** Every text of the screens; a text that `en.json` lacks does not compile. */
export type TextId = keyof typeof english;

export type TextValues = Record<string, string | number>;
