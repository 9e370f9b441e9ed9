import { createHash } from 'node:crypto';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import { env } from './ops/env.ts';
import type { Message, MessageKind } from './gateways/message-sender.ts';
import type { OtpPurpose } from './mail.ts';
import { type SecurityNoticeKind, securityTextKind, type SecurityTextKind } from './mail-texts.ts';

/** `language`: null for a recipient without a chosen language. */
type Recipient = { outboxId: number; mobile: string; language: LanguageCode | null };
type MessagePurpose = Exclude<OtpPurpose, 'new address'>;

/**
 * The message with a one-time code. Its last line is the one that browsers read the code from (WebOTP and Apple's
 * domain-bound codes).
 */
export function otpMessage(given: Recipient & { code: string; purpose: MessagePurpose; minutes: number }): Message {
  const { code, purpose, minutes, ...recipient } = given;
  const { validity } = textsIn(recipient.language);
  const intro = introOf(code, purpose, recipient.language);
  const text = `${intro} ${validity(minutes)}\n\n@${new URL(env.PUBLIC_URL).hostname} #${code}`;
  return message({ ...recipient, text, kind: 'one_time_code' });
}

function introOf(code: string, purpose: MessagePurpose, language: LanguageCode | null): string {
  const { newMobile, deletion, signIn } = textsIn(language);
  if (purpose === 'new mobile') return newMobile(code);
  if (purpose === 'deletion') return deletion(code);
  // The message has one line: all whitespace in the name of the shop becomes spaces.
  return signIn(code, purpose.signsInAt.replaceAll(/\s+/g, ' ').slice(0, 40));
}

/** The message about a security event, for an account without an email address. */
export const securityMessage = ({ kind, ...recipient }: Recipient & { kind: SecurityNoticeKind }): Message =>
  message({
    ...recipient,
    text: textsIn(recipient.language).security[securityTextKind(kind)],
    kind: 'security_notice',
  });

/** The message about the first email address of an account with a mobile number. */
export const emailAddedMessage = (recipient: Recipient): Message =>
  message({ ...recipient, text: textsIn(recipient.language).emailAdded, kind: 'security_notice' });

/** The invitation to the team of a shop. The message has one line: all whitespace in the name becomes spaces. */
export function invitationMessage(given: Recipient & { shopName: string; loginUrl: string }): Message {
  const { shopName, loginUrl, outboxId, mobile, language } = given;
  const shop = shopName.replaceAll(/\s+/g, ' ').slice(0, 40);
  const text = `${textsIn(language).invitation(shop)} ${loginUrl}`;
  return message({ outboxId, mobile, language, text, kind: 'invitation' });
}

/** A shop delivers to where the customer waits for one. */
export function nearMessage({ shop, url, ...recipient }: Recipient & { shop: string; url: string }): Message {
  const name = shop.replaceAll(/\s+/g, ' ').slice(0, 40);
  return message({ ...recipient, text: `${textsIn(recipient.language).near(name)} ${url}`, kind: 'shop_near' });
}

/** The last message to the owner of an account. */
export const deletedMessage = (recipient: Recipient): Message =>
  message({ ...recipient, text: textsIn(recipient.language).deleted, kind: 'account_deleted' });

// A second attempt at a code sends another code, which is another message.
function message({ outboxId, mobile, language, text, kind }: Recipient & { text: string; kind: MessageKind }): Message {
  const id = createHash('sha256').update(`${outboxId}:${text}`).digest('base64url').slice(0, 24);
  return { id, to: `+91${mobile}`, text, kind, language: language ?? DEFAULT_LANGUAGE };
}

type Texts = {
  signIn: (code: string, shop: string) => string;
  newMobile: (code: string) => string;
  deletion: (code: string) => string;
  validity: (minutes: number) => string;
  emailAdded: string;
  deleted: string;
  invitation: (shop: string) => string;
  near: (shop: string) => string;
  security: Record<SecurityTextKind, string>;
};

const textsIn = (language: LanguageCode | null): Texts => TEXTS[language ?? DEFAULT_LANGUAGE];

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    signIn: (code, shop) => `${code} is your one-time code for ${shop}.`,
    newMobile: (code) => `${code} is your code to log in to Haat with this mobile number.`,
    deletion: (code) => `${code} is your code to DELETE your Haat account.`,
    validity: (minutes) => `Valid for ${minutes} minutes. Never share it.`,
    emailAdded:
      'An email address was added to your Haat account and can be used to log in. If it was not you, contact us.',
    deleted: 'Your Haat account was deleted.',
    invitation: (shop) => `You are on the team of ${shop} on Haat. Log in with this number:`,
    near: (shop) => `${shop} on Haat delivers to you now:`,
    security: {
      wrong_codes: 'Wrong codes were entered for your Haat account today. None was accepted. Never share a code.',
      refresh_reused: 'A device was logged out of your Haat account because its session was used in two places.',
      new_device: 'New login to your Haat account. If it was not you, open your profile and log out all other devices.',
      mobile_changed: 'The mobile number of your Haat account was changed. If it was not you, contact us.',
      mobile_removed: 'The mobile number of your Haat account was removed. If it was not you, contact us.',
      other: 'How you log in to your Haat account was changed. If it was not you, contact us.',
    },
  },
  hi: {
    signIn: (code, shop) => `${code} ${shop} के लिए आपका एक बार का कोड है।`,
    newMobile: (code) => `${code} इस मोबाइल नंबर से हाट में लॉग इन करने का कोड है।`,
    deletion: (code) => `${code} आपका हाट खाता हटाने का कोड है।`,
    validity: (minutes) => `${minutes} मिनट तक मान्य। किसी को न बताएँ।`,
    emailAdded: 'आपके हाट खाते में एक ईमेल पता जुड़ा है, जिससे लॉग इन किया जा सकता है। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
    deleted: 'आपका हाट खाता हटा दिया गया।',
    invitation: (shop) => `आप हाट पर ${shop} की टीम में हैं। इस नंबर से लॉग इन करें:`,
    near: (shop) => `हाट की ${shop} अब आपके यहाँ डिलीवरी करती है:`,
    security: {
      wrong_codes: 'आज आपके हाट खाते के लिए ग़लत कोड डाले गए। कोई स्वीकार नहीं हुआ। कोड किसी को न बताएँ।',
      refresh_reused: 'एक डिवाइस आपके हाट खाते से लॉग आउट किया गया, क्योंकि उसका सत्र दो जगह इस्तेमाल हुआ।',
      new_device: 'आपके हाट खाते में नया लॉगिन हुआ। अगर यह आप नहीं थे, तो प्रोफ़ाइल में बाकी सभी डिवाइस लॉग आउट करें।',
      mobile_changed: 'आपके हाट खाते का मोबाइल नंबर बदल गया। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
      mobile_removed: 'आपके हाट खाते का मोबाइल नंबर हटा दिया गया। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
      other: 'आपके हाट खाते में लॉग इन करने का तरीक़ा बदल गया। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
    },
  },
};
