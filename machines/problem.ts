import { type Reason, reasonOf } from '@haat/contract/reason';

/** Filled by the client with the ids of its texts, so that a machine that uses an unknown one does not compile. */
export interface KnownTexts {}

/** The id of a text that the client shows; any string where the client is not part of the compilation. */
export type TextKey = [keyof KnownTexts] extends [never] ? string : keyof KnownTexts;

/** The problem: the id of a text, and the server's reason if it gave one. */
export type Problem = { key: TextKey; reason?: Reason };

/** Emitted by flow machines; the layout shows it. `text` is the server's and wins over the text of `key`. */
export type Toast = { type: 'toast'; tone: 'success' | 'error' | 'info'; key: TextKey; text?: string };

/** An error with the server's text, else with that of `key`; a network error has that of `networkKey`. */
export function problemOf(error: unknown, key: TextKey, networkKey: TextKey): Problem {
  const reason = reasonOf(error);
  return { key: reason.code === 'network' ? networkKey : key, reason };
}

/** The problem as a toast. */
export function toastOf({ key, reason }: Problem): Toast {
  return { type: 'toast', tone: 'error', key, ...(reason?.text === undefined ? {} : { text: reason.text }) };
}
