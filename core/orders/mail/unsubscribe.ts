import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { OPTIONAL_MAILS, type OptionalMail } from '@haat/contract/notify/messages.calls';
import { env } from '../../ops/env.ts';
import { DomainError } from '../../errors.ts';
import { savePreferences } from '../../accounts/message-preferences.ts';

/** The link in a mail turns off this kind of mail for this user. It is valid as long as the secret. */
export function unsubscribeToken(userId: number, mails: OptionalMail): string {
  const claim = `${userId}.${mails}`;
  return `${claim}.${signed(claim, env.JWT_SECRET)}`;
}

/** Turns off the kind of mail that the token names, and returns it; harmless when repeated. Throws not_found. */
export async function unsubscribe(token: string): Promise<OptionalMail> {
  const [, claim = '', userId, mails, signature = ''] = FORM.exec(token) ?? [];
  const kind = OPTIONAL_MAILS.find((each) => each === mails);
  if (!kind || !SECRETS.some((secret) => isEqual(signed(claim, secret), signature)))
    throw new DomainError('not_found', 'This link is not valid. Choose your messages in your profile.');
  await savePreferences(Number(userId), { [kind]: { mail: false } });
  return kind;
}

const FORM = /^((\d{1,15})\.([a-z_]+))\.([\w-]{43})$/;

const SECRETS = [env.JWT_SECRET, ...(env.JWT_SECRET_PREVIOUS ? [env.JWT_SECRET_PREVIOUS] : [])];

function signed(claim: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe links', 32));
  return createHmac('sha256', key).update(claim).digest('base64url');
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
