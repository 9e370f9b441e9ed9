import { reasonOf, type Reason } from '@haat/contract/rules/reason';

/** What went wrong, for a screen to word: a key of the message catalogue, and the server's own text where it gave one. */
export type Problem = { key: string; reason?: Reason };

/** Emitted by flow machines and listened to once, in the layout. `text` is the server's and wins over the key's. */
export type Toast = { type: 'toast'; tone: 'success' | 'error' | 'info'; key: string; text?: string };

/** A refusal reads as the server worded it, else as `key`; a broken line reads as `networkKey`. Spec section 8. */
export function problemOf(error: unknown, key: string, networkKey: string): Problem {
  const reason = reasonOf(error);
  return { key: reason.code === 'network' ? networkKey : key, reason };
}

/** The problem as a toast. */
export function toastOf({ key, reason }: Problem): Toast {
  return { type: 'toast', tone: 'error', key, ...(reason?.text === undefined ? {} : { text: reason.text }) };
}

/** Whether the server said that it does not know, or does not let in, the bearer (401 and 403). */
export function isRefusal(error: unknown): boolean {
  const { code } = reasonOf(error);
  return code === 'unauthenticated' || code === 'forbidden';
}
