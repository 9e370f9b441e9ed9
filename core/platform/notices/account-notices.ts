import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import type { LanguageCode } from '@haat/contract/accounts/language';
import { shopName } from '@haat/contract/shops/shop';
import { eraseDeletionCode } from '../../accounts/delete-account.ts';
import { type PreparedCode, OTP_MINUTES, prepareOtp } from '../../accounts/one-time-code.ts';
import { env } from '../../ops/env.ts';
import { inOneLine, notice } from './notice.ts';

/** A one-time code; `subjectId`: its row in otp_codes. */
export const CODE = notice<PreparedCode>({
  read: ({ subjectId: otpId, outboxId }) => prepareOtp({ otpId, outboxId }),
  messageKind: 'one_time_code',
  en: ({ code, purpose, shop }) =>
    codeText(code, {
      subject: 'Your one-time code',
      mail: {
        login: `Your one-time code for ${shop} is:`,
        address: 'To use this email address for your Haat account, enter this code on your profile:',
        deletion: 'To delete your Haat account, enter this code on your profile:',
        mobile: undefined,
      }[purpose],
      validity: `It is valid for ${OTP_MINUTES} minutes and can be used once. If you did not request it, you can ignore this email.`,
      message: {
        login: `${code} is your one-time code for ${inOneLine(shop)}.`,
        address: undefined,
        deletion: `${code} is your code to DELETE your Haat account.`,
        mobile: `${code} is your code to log in to Haat with this mobile number.`,
      }[purpose],
      shortly: `Valid for ${OTP_MINUTES} minutes. Never share it.`,
    }),
  hi: ({ code, purpose, shop }) =>
    codeText(code, {
      subject: 'आपका एक बार का कोड',
      mail: {
        login: `${shop} के लिए आपका एक बार का कोड:`,
        address: 'अपने हाट खाते में यह ईमेल पता इस्तेमाल करने के लिए अपनी प्रोफ़ाइल में यह कोड डालें:',
        deletion: 'अपना हाट खाता हटाने के लिए अपनी प्रोफ़ाइल में यह कोड डालें:',
        mobile: undefined,
      }[purpose],
      validity: `यह ${OTP_MINUTES} मिनट तक मान्य है और एक ही बार काम करता है। अगर आपने इसे नहीं मँगाया, तो इस मेल पर ध्यान न दें।`,
      message: {
        login: `${code} ${inOneLine(shop)} के लिए आपका एक बार का कोड है।`,
        address: undefined,
        deletion: `${code} आपका हाट खाता हटाने का कोड है।`,
        mobile: `${code} इस मोबाइल नंबर से हाट में लॉग इन करने का कोड है।`,
      }[purpose],
      shortly: `${OTP_MINUTES} मिनट तक मान्य। किसी को न बताएँ।`,
    }),
});

type CodeText = {
  subject: string;
  mail: string | undefined;
  validity: string;
  message: string | undefined;
  shortly: string;
};

// The last line of the message is the one that browsers read the code from (WebOTP and Apple's domain-bound codes).
const codeText = (code: string, { subject, mail, validity, message, shortly }: CodeText) => ({
  subject,
  mail: mail === undefined ? undefined : [mail, { code }, { muted: validity }],
  message: message && `${message} ${shortly}\n\n@${new URL(env.PUBLIC_URL).hostname} #${code}`,
});

/**
 * To the previous address of an account that was changed or, of an account that had none, to the mobile number. `subjectId`: the
 * code in otp_codes that changed it.
 */
export const EMAIL_CHANGED = notice({
  read: `SELECT c.previous_email AS email, u.login_mobile AS mobile, u.language
    FROM otp_codes c JOIN users u ON u.id = c.user_id WHERE c.id = :subjectId AND c.consumed_at IS NOT NULL`,
  messageKind: 'security_notice',
  en: (_, url) => ({
    subject: 'Your email address was changed',
    mail: [
      'The email address of your Haat account was changed. From now on, one-time codes are sent to the new address.',
      { text: 'If you did not change it, contact us immediately:', url },
    ],
    message:
      'An email address was added to your Haat account and can be used to log in. If it was not you, contact us.',
  }),
  hi: (_, url) => ({
    subject: 'आपका ईमेल पता बदल गया',
    mail: [
      'आपके हाट खाते का ईमेल पता बदल गया है। अब लॉगिन के कोड नए पते पर भेजे जाएँगे।',
      { text: 'अगर आपने इसे नहीं बदला, तो तुरंत हमसे संपर्क करें:', url },
    ],
    message: 'आपके हाट खाते में एक ईमेल पता जुड़ा है, जिससे लॉग इन किया जा सकता है। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
  }),
});

/** The last one to the owner of an account, at the contact of the code in otp_codes that confirmed the deletion, `subjectId`. */
export const ACCOUNT_DELETED = notice({
  read: `SELECT email, mobile, language FROM otp_codes
    WHERE id = :subjectId AND purpose = 'deletion' AND consumed_at IS NOT NULL`,
  after: ({ subjectId }) => eraseDeletionCode(subjectId),
  messageKind: 'account_deleted',
  en: (_, url) => ({
    subject: 'Your account was deleted',
    mail: [
      'Your Haat account was deleted. Your name, email address, mobile number, picture and addresses were erased.',
      'Your orders remain without them, because shops must keep their accounts. If you log in with this address again, a new account is created.',
      { text: 'If you did not delete it, contact us:', url },
    ],
    message: 'Your Haat account was deleted.',
  }),
  hi: (_, url) => ({
    subject: 'आपका खाता हटा दिया गया',
    mail: [
      'आपका हाट खाता हटा दिया गया। आपका नाम, ईमेल पता, मोबाइल नंबर, तस्वीर और पते मिटा दिए गए हैं।',
      'आपके ऑर्डर इनके बिना रहेंगे, क्योंकि दुकानों को अपना हिसाब रखना होता है। इस पते से फिर लॉग इन करने पर नया खाता बनेगा।',
      { text: 'अगर आपने इसे नहीं हटाया, तो हमसे संपर्क करें:', url },
    ],
    message: 'आपका हाट खाता हटा दिया गया।',
  }),
});

const ROLE_NAMES: Record<LanguageCode, Record<ShopRole, string>> = {
  en: { helper: 'a helper', rider: 'a rider', vendor: 'a vendor', admin: 'an admin' },
  hi: { helper: 'सहायक', rider: 'राइडर', vendor: 'दुकानदार', admin: 'एडमिन' },
};

/** To a member of a team who has not logged in yet. `subjectId`: the row in shop_members. */
export const INVITATION = notice<{ slug: string; name: string | null; role: ShopRole }>({
  read: `SELECT u.email, u.login_mobile AS mobile, u.language, m.role, shop.slug, shop.name
    FROM shop_members m JOIN users u ON u.id = m.user_id JOIN shops shop ON shop.id = m.shop_id
    WHERE m.id = :subjectId AND m.joined_at IS NULL`,
  page: ({ slug }) => `${encodeURIComponent(slug)}/login`,
  messageKind: 'invitation',
  en: ({ role, email, ...shop }, url) => ({
    subject: 'You have been invited to a shop on Haat',
    mail: [
      `You have been invited to the team of ${shopName(shop)} on Haat as ${ROLE_NAMES.en[role]}.`,
      { text: `Log in with this email address (${email}); a one-time code will be sent to it:`, url },
      { muted: 'If you do not know this shop, you can ignore this email.' },
    ],
    message: `You are on the team of ${inOneLine(shopName(shop))} on Haat. Log in with this number: ${url}`,
  }),
  hi: ({ role, email, ...shop }, url) => ({
    subject: 'आपको हाट की एक दुकान में बुलाया गया है',
    mail: [
      `आपको हाट पर ${shopName(shop)} की टीम में ${ROLE_NAMES.hi[role]} के तौर पर जुड़ने के लिए बुलाया गया है।`,
      { text: `इस ईमेल पते (${email}) से लॉग इन करें; एक बार का कोड इसी पर आएगा:`, url },
      { muted: 'अगर आप इस दुकान को नहीं जानते, तो इस मेल पर ध्यान न दें।' },
    ],
    message: `आप हाट पर ${inOneLine(shopName(shop))} की टीम में हैं। इस नंबर से लॉग इन करें: ${url}`,
  }),
});
