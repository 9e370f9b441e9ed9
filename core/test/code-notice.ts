import type { Mail } from '../gateways/mailer.ts';
import type { Message } from '../gateways/message-sender.ts';
import { CODE } from '../platform/notices/account-notices.ts';

const LOGIN = { language: null, purpose: 'login' } as const;

/** The mail with a code that logs in at a shop. */
export const codeMail = (given: { to: string; code: string; shop: string }): Mail =>
  CODE.write({ ...LOGIN, ...given, email: given.to, mobile: null }, 7).mail!;

/** The message with a code that logs in at a shop. */
export const codeMessage = (given: { mobile: string; code: string; shop: string }): Message =>
  CODE.write({ ...LOGIN, ...given, email: null }, 7).message!;
