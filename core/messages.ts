import { createHash } from 'node:crypto';
import { env } from './env.ts';
import type { Message, MessageKind } from './gateways/message-sender.ts';
import type { OtpPurpose, SecurityNoticeKind } from './mail.ts';

type OtpMessage = {
  outboxId: number;
  mobile: string;
  code: string;
  purpose: Exclude<OtpPurpose, 'new address'>;
  minutes: number;
};

/**
 * The message with a one-time code. Its last line is the one that browsers read the code from (WebOTP and Apple's
 * domain-bound codes).
 */
export function otpMessage({ outboxId, mobile, code, purpose, minutes }: OtpMessage): Message {
  const validity = `Valid for ${minutes} minutes. Never share it.`;
  const text = `${introOf(code, purpose)} ${validity}\n\n@${new URL(env.PUBLIC_URL).hostname} #${code}`;
  return message({ outboxId, mobile, text, kind: 'one_time_code' });
}

function introOf(code: string, purpose: Exclude<OtpPurpose, 'new address'>): string {
  if (purpose === 'new mobile') return `${code} is your code to log in to Haat with this mobile number.`;
  if (purpose === 'deletion') return `${code} is your code to DELETE your Haat account.`;
  // A message of one line: names of shops are chosen by people.
  const shop = purpose.signsInAt.replaceAll(/\s+/g, ' ').slice(0, 40);
  return `${code} is your one-time code for ${shop}.`;
}

const SECURITY_TEXTS: Record<SecurityNoticeKind, string> = {
  wrong_codes: 'Wrong codes were entered for your Haat account today. None was accepted. Never share a code.',
  refresh_reused: 'A device was signed out of your Haat account because its session was used in two places.',
  new_device: 'New sign-in to your Haat account. If it was not you, open your profile and sign out all other devices.',
  mobile_changed: 'The mobile number of your Haat account was changed. If it was not you, contact us.',
};

type SecurityMessage = { outboxId: number; mobile: string; kind: SecurityNoticeKind };

/** The message about a security event, for an account without an email address. */
export const securityMessage = ({ outboxId, mobile, kind }: SecurityMessage): Message =>
  message({ outboxId, mobile, text: SECURITY_TEXTS[kind], kind: 'security_notice' });

const EMAIL_ADDED =
  'An email address was added to your Haat account and can log in to it. If it was not you, contact us.';

/** The message about the first email address of an account with a mobile number. */
export const emailAddedMessage = ({ outboxId, mobile }: { outboxId: number; mobile: string }): Message =>
  message({ outboxId, mobile, text: EMAIL_ADDED, kind: 'security_notice' });

/** The last message to the owner of an account. */
export const deletedMessage = ({ outboxId, mobile }: { outboxId: number; mobile: string }): Message =>
  message({ outboxId, mobile, text: 'Your Haat account was deleted.', kind: 'account_deleted' });

type Content = { outboxId: number; mobile: string; text: string; kind: MessageKind };

// A second attempt at a code sends another code, which is another message.
function message({ outboxId, mobile, text, kind }: Content): Message {
  const id = createHash('sha256').update(`${outboxId}:${text}`).digest('base64url').slice(0, 24);
  return { id, to: `+91${mobile}`, text, kind, language: 'en' };
}
