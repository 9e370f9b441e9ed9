import type { LanguageCode } from '@haat/contract/accounts/language';
import type { ShopRole } from '@haat/contract/accounts/shop-roles';

export type SecurityNoticeKind = 'wrong_codes' | 'refresh_reused' | 'new_device' | 'mobile_changed' | 'mobile_removed';

/** `other`: for an event that this version does not know, because a later one recorded it and was rolled back. */
export type SecurityTextKind = SecurityNoticeKind | 'other';

export const securityTextKind = (kind: SecurityNoticeKind): SecurityTextKind =>
  Object.hasOwn(MAIL_TEXTS.en.security.notices, kind) ? kind : 'other';

type SecurityText = { subject: string; what: string; todo: string[] };

type MailTexts = {
  code: {
    subject: string;
    signIn: (shop: string) => string;
    newAddress: string;
    deletion: string;
    validity: (minutes: number) => string;
  };
  emailChanged: { subject: string; what: string; help: string };
  deleted: { subject: string; what: string; orders: string; help: string };
  invitation: {
    subject: string;
    what: (shop: string, role: ShopRole) => string;
    how: (email: string) => string;
    ignore: string;
  };
  application: {
    approved: { subject: string; what: (shop: string) => string; how: string };
    declined: { subject: string; what: (shop: string) => string; why: (reason: string) => string; how: string };
    submitted: { subject: string; what: (shop: string, city: string) => string; how: string };
  };
  near: { subject: string; what: (shop: string) => string; how: string };
  notResponding: { subject: string; what: (shop: string) => string; how: string };
  problem: {
    subject: (number: string) => string;
    what: (number: string, order: string) => string;
    reminder: (number: string) => string;
    deadlines: (acknowledge: string, solve: string) => string;
    open: string;
  };
  /** `order`: the number of the refunded order, if there was one. */
  refund: {
    subject: string;
    what: (amount: string, order: string | undefined) => string;
    when: string;
    help: string;
  };
  security: {
    unknownDevice: string;
    help: string;
    notices: Record<SecurityTextKind, (device: string, time: string) => SecurityText>;
  };
};

const CHANGE_PASSWORD =
  'One-time codes are sent to this mailbox, so change its password. Then change the email address on your profile, which logs out all other devices.';
const CHANGE_PASSWORD_HI =
  'लॉगिन के कोड इसी मेलबॉक्स में आते हैं, इसलिए इसका पासवर्ड बदलें। फिर अपनी प्रोफ़ाइल में ईमेल पता बदलें; इससे बाकी सभी डिवाइस लॉग आउट हो जाएँगे।';

const ROLE_NAMES: Record<LanguageCode, Record<ShopRole, string>> = {
  en: { helper: 'a helper', rider: 'a rider', vendor: 'a vendor', admin: 'an admin' },
  hi: { helper: 'सहायक', rider: 'राइडर', vendor: 'दुकानदार', admin: 'एडमिन' },
};

/** The texts of all mails about accounts. Texts about orders are in `orders/mail/order-mail-texts.ts`. */
export const MAIL_TEXTS: Record<LanguageCode, MailTexts> = {
  en: {
    code: {
      subject: 'Your one-time code',
      signIn: (shop) => `Your one-time code for ${shop} is:`,
      newAddress: 'To use this email address for your Haat account, enter this code on your profile:',
      deletion: 'To delete your Haat account, enter this code on your profile:',
      validity: (minutes) =>
        `It is valid for ${minutes} minutes and can be used once. If you did not request it, you can ignore this email.`,
    },
    emailChanged: {
      subject: 'Your email address was changed',
      what: 'The email address of your Haat account was changed. From now on, one-time codes are sent to the new address.',
      help: 'If you did not change it, contact us immediately:',
    },
    deleted: {
      subject: 'Your account was deleted',
      what: 'Your Haat account was deleted. Your name, email address, mobile number, picture and addresses were erased.',
      orders:
        'Your orders remain without them, because shops must keep their accounts. If you log in with this address again, a new account is created.',
      help: 'If you did not delete it, contact us:',
    },
    invitation: {
      subject: 'You have been invited to a shop on Haat',
      what: (shop, role) => `You have been invited to the team of ${shop} on Haat as ${ROLE_NAMES.en[role]}.`,
      how: (email) => `Log in with this email address (${email}); a one-time code will be sent to it:`,
      ignore: 'If you do not know this shop, you can ignore this email.',
    },
    application: {
      approved: {
        subject: 'Your shop on Haat is approved',
        what: (shop) => `Your application for ${shop} is approved. The shop is set up, and you are its admin.`,
        how: 'Customers see the shop once its first product is published. Open the back office and follow the first steps:',
      },
      declined: {
        subject: 'Your application for a shop on Haat was declined',
        what: (shop) => `Your application for ${shop} was declined.`,
        why: (reason) => `Reason: ${reason}`,
        how: 'You can apply again:',
      },
      submitted: {
        subject: 'New application for a shop on Haat',
        what: (shop, city) => `${shop} in ${city} has applied for a shop.`,
        how: 'Approve or decline it:',
      },
    },
    near: {
      subject: 'A shop on Haat delivers to you now',
      what: (shop) => `${shop} delivers to the place where you asked to be told.`,
      how: 'See what it sells:',
    },
    notResponding: {
      subject: 'A shop has stopped taking orders',
      what: (shop) =>
        `${shop} did not answer its last three orders in time. It no longer takes orders, so that no other customer waits in vain.`,
      how: 'When someone is at the shop again, a member can resume orders on the order board:',
    },
    problem: {
      subject: (number) => `Problem ${number} with an order`,
      what: (number, order) => `A customer has reported problem ${number} with order ${order}.`,
      reminder: (number) => `Problem ${number} is still waiting for an answer from your shop.`,
      deadlines: (acknowledge, solve) => `Acknowledge it by ${acknowledge}, and solve it by ${solve} at the latest.`,
      open: 'See what happened and answer:',
    },
    refund: {
      subject: 'Your payment was refunded',
      what: (amount, order) =>
        order
          ? `We have refunded your payment of ${amount} for order ${order}.`
          : `We have refunded your payment of ${amount} because no order was placed for it.`,
      when: 'The amount is credited to your original payment method. Banks can take up to 7 days.',
      help: 'If you have questions, contact us:',
    },
    security: {
      unknownDevice: 'an unknown device',
      help: 'If you need help, contact us:',
      notices: {
        wrong_codes: () => ({
          subject: 'Wrong codes were entered for your account',
          what: 'Wrong one-time codes were entered several times today to log in to your Haat account. None of them was accepted.',
          todo: [
            'If it was you, request a new code and enter it on the device and network where you requested it.',
            'If it was not you, you do not need to do anything. Never share a code, and ignore codes that you did not request.',
          ],
        }),
        refresh_reused: (_, time) => ({
          subject: 'One of your devices was logged out',
          what: `On ${time} (Indian time), a device was logged out of your Haat account because its session was used in two places.`,
          todo: [
            'This can happen when a browser is restored from a backup. Log in again to continue.',
            `If you did not do that, someone may have copied the session. It is no longer valid. ${CHANGE_PASSWORD}`,
          ],
        }),
        new_device: (device, time) => ({
          subject: 'New login to your account',
          what: `Your Haat account was logged in to on ${time} (Indian time) with ${device}, from a device or network that it has not used in the last 90 days.`,
          todo: ['If it was you, you do not need to do anything.', `If it was not you: ${CHANGE_PASSWORD}`],
        }),
        mobile_changed: (_, time) => ({
          subject: 'The mobile number of your account was changed',
          what: `On ${time} (Indian time), a mobile number was confirmed for your Haat account. One-time codes can be sent to it to log in.`,
          todo: [
            'If it was you, you do not need to do anything.',
            `If it was not you: log out all other devices on your profile and contact us. ${CHANGE_PASSWORD}`,
          ],
        }),
        mobile_removed: (_, time) => ({
          subject: 'The mobile number of your account was removed',
          what: `On ${time} (Indian time), the mobile number to log in with was removed from your Haat account. You can log in with this email address.`,
          todo: [
            'If it was you, you do not need to do anything.',
            `If it was not you: log out all other devices on your profile and contact us. ${CHANGE_PASSWORD}`,
          ],
        }),
        other: (_, time) => ({
          subject: 'Your account was changed',
          what: `On ${time} (Indian time), how you log in to your Haat account was changed.`,
          todo: [
            'If it was you, you do not need to do anything.',
            `If it was not you: log out all other devices on your profile and contact us. ${CHANGE_PASSWORD}`,
          ],
        }),
      },
    },
  },
  hi: {
    code: {
      subject: 'आपका एक बार का कोड',
      signIn: (shop) => `${shop} के लिए आपका एक बार का कोड:`,
      newAddress: 'अपने हाट खाते में यह ईमेल पता इस्तेमाल करने के लिए अपनी प्रोफ़ाइल में यह कोड डालें:',
      deletion: 'अपना हाट खाता हटाने के लिए अपनी प्रोफ़ाइल में यह कोड डालें:',
      validity: (minutes) =>
        `यह ${minutes} मिनट तक मान्य है और एक ही बार काम करता है। अगर आपने इसे नहीं मँगाया, तो इस मेल पर ध्यान न दें।`,
    },
    emailChanged: {
      subject: 'आपका ईमेल पता बदल गया',
      what: 'आपके हाट खाते का ईमेल पता बदल गया है। अब लॉगिन के कोड नए पते पर भेजे जाएँगे।',
      help: 'अगर आपने इसे नहीं बदला, तो तुरंत हमसे संपर्क करें:',
    },
    deleted: {
      subject: 'आपका खाता हटा दिया गया',
      what: 'आपका हाट खाता हटा दिया गया। आपका नाम, ईमेल पता, मोबाइल नंबर, तस्वीर और पते मिटा दिए गए हैं।',
      orders: 'आपके ऑर्डर इनके बिना रहेंगे, क्योंकि दुकानों को अपना हिसाब रखना होता है। इस पते से फिर लॉग इन करने पर नया खाता बनेगा।',
      help: 'अगर आपने इसे नहीं हटाया, तो हमसे संपर्क करें:',
    },
    invitation: {
      subject: 'आपको हाट की एक दुकान में बुलाया गया है',
      what: (shop, role) => `आपको हाट पर ${shop} की टीम में ${ROLE_NAMES.hi[role]} के तौर पर जुड़ने के लिए बुलाया गया है।`,
      how: (email) => `इस ईमेल पते (${email}) से लॉग इन करें; एक बार का कोड इसी पर आएगा:`,
      ignore: 'अगर आप इस दुकान को नहीं जानते, तो इस मेल पर ध्यान न दें।',
    },
    application: {
      approved: {
        subject: 'हाट पर आपकी दुकान को मंज़ूरी मिल गई है',
        what: (shop) => `${shop} के लिए आपका आवेदन मंज़ूर हो गया है। दुकान बन गई है और आप उसके एडमिन हैं।`,
        how: 'पहला सामान प्रकाशित होते ही ग्राहक दुकान देख पाएँगे। ‘दुकान का काम’ खोलें और पहले कदम पूरे करें:',
      },
      declined: {
        subject: 'हाट पर दुकान के लिए आपका आवेदन अस्वीकार हुआ',
        what: (shop) => `${shop} के लिए आपका आवेदन अस्वीकार कर दिया गया है।`,
        why: (reason) => `वजह: ${reason}`,
        how: 'आप फिर से आवेदन कर सकते हैं:',
      },
      submitted: {
        subject: 'हाट पर दुकान के लिए नया आवेदन',
        what: (shop, city) => `${city} की ${shop} ने दुकान के लिए आवेदन किया है।`,
        how: 'मंज़ूर या अस्वीकार करें:',
      },
    },
    near: {
      subject: 'अब हाट की एक दुकान आपके यहाँ डिलीवरी करती है',
      what: (shop) => `${shop} अब उस जगह डिलीवरी करती है जिसके लिए आपने खबर माँगी थी।`,
      how: 'देखें कि वहाँ क्या मिलता है:',
    },
    notResponding: {
      subject: 'एक दुकान ने ऑर्डर लेना बंद कर दिया है',
      what: (shop) =>
        `${shop} ने अपने पिछले तीन ऑर्डरों का समय पर जवाब नहीं दिया। दूसरे ग्राहक बेकार इंतज़ार न करें, इसलिए दुकान अभी ऑर्डर नहीं ले रही।`,
      how: 'जब कोई दुकान पर हो, तो टीम का कोई सदस्य यहाँ फिर से ऑर्डर चालू करे:',
    },
    problem: {
      subject: (number) => `ऑर्डर की समस्या ${number}`,
      what: (number, order) => `एक ग्राहक ने ऑर्डर ${order} की समस्या ${number} बताई है।`,
      reminder: (number) => `समस्या ${number} अब भी आपकी दुकान के जवाब का इंतज़ार कर रही है।`,
      deadlines: (acknowledge, solve) => `इसे ${acknowledge} तक देख लें, और ज़्यादा से ज़्यादा ${solve} तक हल करें।`,
      open: 'क्या हुआ, यहाँ देखें और जवाब दें:',
    },
    refund: {
      subject: 'आपके पैसे लौटा दिए गए',
      what: (amount, order) =>
        order
          ? `ऑर्डर ${order} के ${amount} लौटा दिए गए हैं।`
          : `आपके ${amount} लौटा दिए गए हैं, क्योंकि उनके लिए कोई ऑर्डर नहीं हुआ।`,
      when: 'रक़म उसी तरीक़े से लौटेगी जिससे आपने भुगतान किया था। बैंक को 7 दिन तक लग सकते हैं।',
      help: 'कुछ पूछना हो, तो यहाँ संपर्क करें:',
    },
    security: {
      unknownDevice: 'किसी अनजान डिवाइस',
      help: 'मदद चाहिए, तो हमसे संपर्क करें:',
      notices: {
        wrong_codes: () => ({
          subject: 'आपके खाते में ग़लत कोड डाले गए',
          what: 'आज आपके हाट खाते में लॉग इन करने के लिए कई बार ग़लत कोड डाले गए। कोई भी स्वीकार नहीं हुआ।',
          todo: [
            'अगर यह आप थे, तो नया कोड मँगाएँ और उसे उसी डिवाइस और नेटवर्क पर डालें जहाँ से उसे मँगाया था।',
            'अगर यह आप नहीं थे, तो आपको कुछ नहीं करना है। कोड किसी को न बताएँ, और जो कोड आपने नहीं मँगाए उन पर ध्यान न दें।',
          ],
        }),
        refresh_reused: (_, time) => ({
          subject: 'आपका एक डिवाइस लॉग आउट हो गया',
          what: `${time} (भारतीय समय) पर एक डिवाइस आपके हाट खाते से लॉग आउट किया गया, क्योंकि उसका सत्र दो जगह इस्तेमाल हुआ।`,
          todo: [
            'ब्राउज़र को बैकअप से वापस लाने पर ऐसा हो सकता है। आगे बढ़ने के लिए फिर लॉग इन करें।',
            `अगर आपने ऐसा नहीं किया, तो हो सकता है किसी ने सत्र की नकल की हो। वह अब काम नहीं करता। ${CHANGE_PASSWORD_HI}`,
          ],
        }),
        new_device: (device, time) => ({
          subject: 'आपके खाते में नया लॉगिन',
          what: `${time} (भारतीय समय) पर आपके हाट खाते में ${device} से लॉग इन हुआ। यह डिवाइस या नेटवर्क पिछले 90 दिनों में इस्तेमाल नहीं हुआ था।`,
          todo: ['अगर यह आप थे, तो आपको कुछ नहीं करना है।', `अगर यह आप नहीं थे: ${CHANGE_PASSWORD_HI}`],
        }),
        mobile_changed: (_, time) => ({
          subject: 'आपके खाते का मोबाइल नंबर बदल गया',
          what: `${time} (भारतीय समय) पर आपके हाट खाते के लिए एक मोबाइल नंबर की पुष्टि हुई। लॉगिन के कोड उस पर भेजे जा सकते हैं।`,
          todo: [
            'अगर यह आप थे, तो आपको कुछ नहीं करना है।',
            `अगर यह आप नहीं थे: अपनी प्रोफ़ाइल में बाकी सभी डिवाइस लॉग आउट करें और हमसे संपर्क करें। ${CHANGE_PASSWORD_HI}`,
          ],
        }),
        mobile_removed: (_, time) => ({
          subject: 'आपके खाते का मोबाइल नंबर हटा दिया गया',
          what: `${time} (भारतीय समय) पर आपके हाट खाते से लॉगिन का मोबाइल नंबर हटा दिया गया। आप इस ईमेल पते से लॉग इन कर सकते हैं।`,
          todo: [
            'अगर यह आप थे, तो आपको कुछ नहीं करना है।',
            `अगर यह आप नहीं थे: अपनी प्रोफ़ाइल में बाकी सभी डिवाइस लॉग आउट करें और हमसे संपर्क करें। ${CHANGE_PASSWORD_HI}`,
          ],
        }),
        other: (_, time) => ({
          subject: 'आपके खाते में बदलाव हुआ',
          what: `${time} (भारतीय समय) पर आपके हाट खाते में लॉग इन करने के तरीक़े में बदलाव हुआ।`,
          todo: [
            'अगर यह आप थे, तो आपको कुछ नहीं करना है।',
            `अगर यह आप नहीं थे: अपनी प्रोफ़ाइल में बाकी सभी डिवाइस लॉग आउट करें और हमसे संपर्क करें। ${CHANGE_PASSWORD_HI}`,
          ],
        }),
      },
    },
  },
};
