import type { SecurityNoticeKind } from '../../accounts/security-events.ts';
import { momentIn, notice, type NoticeText } from './notice.ts';

/** About a security event of an account. `subjectId`: the row in security_notices. `device`: browser and system of a new one. */
export const SECURITY = notice<{ kind: SecurityNoticeKind; device: string | null; createdAt: Date }>({
  read: `SELECT u.email, u.login_mobile AS mobile, u.language, n.kind, n.device, n.created_at
    FROM security_notices n JOIN users u ON u.id = n.user_id WHERE n.id = :subjectId`,
  messageKind: 'security_notice',
  en: ({ kind, device, createdAt }, url) => {
    const { mail, ...others } = ofKind(kind, ENGLISH(device ?? 'an unknown device', momentIn('en', createdAt)));
    return { ...others, mail: [...mail, { text: 'If you need help, contact us:', url }] };
  },
  hi: ({ kind, device, createdAt }, url) => {
    const { mail, ...others } = ofKind(kind, HINDI(device ?? 'किसी अनजान डिवाइस', momentIn('hi', createdAt)));
    return { ...others, mail: [...mail, { text: 'मदद चाहिए, तो हमसे संपर्क करें:', url }] };
  },
});

const ofKind = (kind: SecurityNoticeKind, texts: SecurityTexts): SecurityText =>
  texts[Object.hasOwn(texts, kind) ? kind : 'other'];

/** `other`: for an event that this version does not know, because a later one recorded it and was rolled back. */
type SecurityTexts = Record<SecurityNoticeKind | 'other', SecurityText>;
type SecurityText = NoticeText & { mail: string[] };

const CHANGE_PASSWORD =
  'One-time codes are sent to this mailbox, so change its password. Then change the email address on your profile, which logs out all other devices.';
const CHANGE_PASSWORD_HI =
  'लॉगिन के कोड इसी मेलबॉक्स में आते हैं, इसलिए इसका पासवर्ड बदलें। फिर अपनी प्रोफ़ाइल में ईमेल पता बदलें; इससे बाकी सभी डिवाइस लॉग आउट हो जाएँगे।';

const WAS_YOU = 'If it was you, you do not need to do anything.';
const WAS_YOU_HI = 'अगर यह आप थे, तो आपको कुछ नहीं करना है।';
const LOG_OUT_OTHERS = [
  WAS_YOU,
  `If it was not you: log out all other devices on your profile and contact us. ${CHANGE_PASSWORD}`,
];
const LOG_OUT_OTHERS_HI = [
  WAS_YOU_HI,
  `अगर यह आप नहीं थे: अपनी प्रोफ़ाइल में बाकी सभी डिवाइस लॉग आउट करें और हमसे संपर्क करें। ${CHANGE_PASSWORD_HI}`,
];

const ENGLISH = (device: string, time: string): SecurityTexts => ({
  wrong_codes: {
    subject: 'Wrong codes were entered for your account',
    mail: [
      'Wrong one-time codes were entered several times today to log in to your Haat account. None of them was accepted.',
      'If it was you, request a new code and enter it on the device and network where you requested it.',
      'If it was not you, you do not need to do anything. Never share a code, and ignore codes that you did not request.',
    ],
    message: 'Wrong codes were entered for your Haat account today. None was accepted. Never share a code.',
  },
  refresh_reused: {
    subject: 'One of your devices was logged out',
    mail: [
      `On ${time} (Indian time), a device was logged out of your Haat account because its session was used in two places.`,
      'This can happen when a browser is restored from a backup. Log in again to continue.',
      `If you did not do that, someone may have copied the session. It is no longer valid. ${CHANGE_PASSWORD}`,
    ],
    message: 'A device was logged out of your Haat account because its session was used in two places.',
  },
  new_device: {
    subject: 'New login to your account',
    mail: [
      `Your Haat account was logged in to on ${time} (Indian time) with ${device}, from a device or network that it has not used in the last 90 days.`,
      WAS_YOU,
      `If it was not you: ${CHANGE_PASSWORD}`,
    ],
    message: 'New login to your Haat account. If it was not you, open your profile and log out all other devices.',
  },
  mobile_changed: {
    subject: 'The mobile number of your account was changed',
    mail: [
      `On ${time} (Indian time), a mobile number was confirmed for your Haat account. One-time codes can be sent to it to log in.`,
      ...LOG_OUT_OTHERS,
    ],
    message: 'The mobile number of your Haat account was changed. If it was not you, contact us.',
  },
  mobile_removed: {
    subject: 'The mobile number of your account was removed',
    mail: [
      `On ${time} (Indian time), the mobile number to log in with was removed from your Haat account. You can log in with this email address.`,
      ...LOG_OUT_OTHERS,
    ],
    message: 'The mobile number of your Haat account was removed. If it was not you, contact us.',
  },
  other: {
    subject: 'Your account was changed',
    mail: [`On ${time} (Indian time), how you log in to your Haat account was changed.`, ...LOG_OUT_OTHERS],
    message: 'How you log in to your Haat account was changed. If it was not you, contact us.',
  },
});

const HINDI = (device: string, time: string): SecurityTexts => ({
  wrong_codes: {
    subject: 'आपके खाते में ग़लत कोड डाले गए',
    mail: [
      'आज आपके हाट खाते में लॉग इन करने के लिए कई बार ग़लत कोड डाले गए। कोई भी स्वीकार नहीं हुआ।',
      'अगर यह आप थे, तो नया कोड मँगाएँ और उसे उसी डिवाइस और नेटवर्क पर डालें जहाँ से उसे मँगाया था।',
      'अगर यह आप नहीं थे, तो आपको कुछ नहीं करना है। कोड किसी को न बताएँ, और जो कोड आपने नहीं मँगाए उन पर ध्यान न दें।',
    ],
    message: 'आज आपके हाट खाते के लिए ग़लत कोड डाले गए। कोई स्वीकार नहीं हुआ। कोड किसी को न बताएँ।',
  },
  refresh_reused: {
    subject: 'आपका एक डिवाइस लॉग आउट हो गया',
    mail: [
      `${time} (भारतीय समय) पर एक डिवाइस आपके हाट खाते से लॉग आउट किया गया, क्योंकि उसका सत्र दो जगह इस्तेमाल हुआ।`,
      'ब्राउज़र को बैकअप से वापस लाने पर ऐसा हो सकता है। आगे बढ़ने के लिए फिर लॉग इन करें।',
      `अगर आपने ऐसा नहीं किया, तो हो सकता है किसी ने सत्र की नकल की हो। वह अब काम नहीं करता। ${CHANGE_PASSWORD_HI}`,
    ],
    message: 'एक डिवाइस आपके हाट खाते से लॉग आउट किया गया, क्योंकि उसका सत्र दो जगह इस्तेमाल हुआ।',
  },
  new_device: {
    subject: 'आपके खाते में नया लॉगिन',
    mail: [
      `${time} (भारतीय समय) पर आपके हाट खाते में ${device} से लॉग इन हुआ। यह डिवाइस या नेटवर्क पिछले 90 दिनों में इस्तेमाल नहीं हुआ था।`,
      WAS_YOU_HI,
      `अगर यह आप नहीं थे: ${CHANGE_PASSWORD_HI}`,
    ],
    message: 'आपके हाट खाते में नया लॉगिन हुआ। अगर यह आप नहीं थे, तो प्रोफ़ाइल में बाकी सभी डिवाइस लॉग आउट करें।',
  },
  mobile_changed: {
    subject: 'आपके खाते का मोबाइल नंबर बदल गया',
    mail: [
      `${time} (भारतीय समय) पर आपके हाट खाते के लिए एक मोबाइल नंबर की पुष्टि हुई। लॉगिन के कोड उस पर भेजे जा सकते हैं।`,
      ...LOG_OUT_OTHERS_HI,
    ],
    message: 'आपके हाट खाते का मोबाइल नंबर बदल गया। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
  },
  mobile_removed: {
    subject: 'आपके खाते का मोबाइल नंबर हटा दिया गया',
    mail: [
      `${time} (भारतीय समय) पर आपके हाट खाते से लॉगिन का मोबाइल नंबर हटा दिया गया। आप इस ईमेल पते से लॉग इन कर सकते हैं।`,
      ...LOG_OUT_OTHERS_HI,
    ],
    message: 'आपके हाट खाते का मोबाइल नंबर हटा दिया गया। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
  },
  other: {
    subject: 'आपके खाते में बदलाव हुआ',
    mail: [`${time} (भारतीय समय) पर आपके हाट खाते में लॉग इन करने के तरीक़े में बदलाव हुआ।`, ...LOG_OUT_OTHERS_HI],
    message: 'आपके हाट खाते में लॉग इन करने का तरीक़ा बदल गया। अगर यह आप नहीं थे, तो हमसे संपर्क करें।',
  },
});
