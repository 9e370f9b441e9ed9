import type { LanguageCode } from '@haat/contract/rules/language';
import type { OrderStatus } from '@haat/contract/rules/order-status';

/** Why a mail about an order is sent: it was placed, has a new status, or expired unpaid. */
export type OrderMailEvent = 'placed' | 'expired' | OrderStatus;

type OrderMailTexts = {
  /** Without names: they are no part of a subject. */
  subject: (event: OrderMailEvent, order: string) => string;
  lead: (event: OrderMailEvent, shop: string) => string;
  order: string;
  date: string;
  total: string;
  saved: string;
  deliverTo: string;
  pickUpAt: string;
  map: string;
  payment: string;
  cash: string;
  online: string;
  phone: string;
  viewOrder: string;
  viewCart: string;
  viewInvoice: string;
  help: string;
  isRecord: string;
  unsubscribe: Record<'order_status' | 'order_ends', string>;
  preferences: string;
};

/** All texts of the mails about orders. */
export const ORDER_MAIL_TEXTS: Record<LanguageCode, OrderMailTexts> = {
  en: {
    subject: (event, order) =>
      ({
        placed: `Receipt for your order ${order}`,
        expired: `Order ${order} was not placed`,
        Pending: `Order ${order}: waiting for the shop`,
        Accepted: `Order ${order}: accepted`,
        'In Transit': `Order ${order}: on the way`,
        Delivered: `Order ${order}: delivered`,
      })[event],
    lead: (event, shop) =>
      ({
        placed: `Thank you! ${shop} has received your order.`,
        expired: `The payment for your order at ${shop} did not arrive in time, so it was not placed. Your cart is unchanged. Money that left your account is refunded automatically.`,
        Pending: `${shop} has not accepted your order yet.`,
        Accepted: `${shop} has accepted your order.`,
        'In Transit': `Your order from ${shop} is on the way.`,
        Delivered: `Your order from ${shop} was delivered. Enjoy!`,
      })[event],
    order: 'Order',
    date: 'Date',
    total: 'Total',
    saved: 'You saved on the MRP',
    deliverTo: 'Delivery to',
    pickUpAt: 'Pick up at',
    map: 'Show on the map',
    payment: 'Payment',
    cash: 'Cash on delivery',
    online: 'Paid online',
    phone: 'Phone',
    viewOrder: 'View your order',
    viewCart: 'Back to your cart',
    viewInvoice: 'Print the invoice',
    help: 'Questions about the order? Call the shop, or get help:',
    isRecord: 'This mail is the record of your order, so it is sent for every order.',
    unsubscribe: {
      order_status: 'Turn off mails about each status',
      order_ends: 'Turn off mails about delivered and expired orders',
    },
    preferences: 'Choose your messages',
  },
  hi: {
    subject: (event, order) =>
      ({
        placed: `आपके ऑर्डर ${order} की रसीद`,
        expired: `ऑर्डर ${order} नहीं हुआ`,
        Pending: `ऑर्डर ${order}: दुकान के जवाब का इंतज़ार`,
        Accepted: `ऑर्डर ${order}: स्वीकार हुआ`,
        'In Transit': `ऑर्डर ${order}: रास्ते में है`,
        Delivered: `ऑर्डर ${order}: पहुँच गया`,
      })[event],
    lead: (event, shop) =>
      ({
        placed: `धन्यवाद! ${shop} को आपका ऑर्डर मिल गया है।`,
        expired: `${shop} के ऑर्डर का भुगतान समय पर नहीं आया, इसलिए ऑर्डर नहीं हुआ। आपका कार्ट वैसा ही है। अगर पैसे कटे हैं, तो अपने आप वापस हो जाएँगे।`,
        Pending: `${shop} ने अभी आपका ऑर्डर स्वीकार नहीं किया है।`,
        Accepted: `${shop} ने आपका ऑर्डर स्वीकार कर लिया है।`,
        'In Transit': `${shop} से आपका ऑर्डर निकल चुका है।`,
        Delivered: `${shop} से आपका ऑर्डर पहुँच गया।`,
      })[event],
    order: 'ऑर्डर',
    date: 'तारीख़',
    total: 'कुल',
    saved: 'MRP पर बचत',
    deliverTo: 'डिलीवरी का पता',
    pickUpAt: 'यहाँ से ले जाएँ',
    map: 'मैप पर देखें',
    payment: 'भुगतान',
    cash: 'नकद भुगतान',
    online: 'ऑनलाइन भुगतान हो गया',
    phone: 'फ़ोन',
    viewOrder: 'अपना ऑर्डर देखें',
    viewCart: 'अपने कार्ट पर जाएँ',
    viewInvoice: 'बिल प्रिंट करें',
    help: 'ऑर्डर के बारे में कुछ पूछना है? दुकान को फ़ोन करें, या यहाँ सहायता लें:',
    isRecord: 'यह मेल आपके ऑर्डर का रिकॉर्ड है, इसलिए हर ऑर्डर पर भेजा जाता है।',
    unsubscribe: {
      order_status: 'हर स्थिति के मेल बंद करें',
      order_ends: 'पहुँचे या समय पर भुगतान न हुए ऑर्डर के मेल बंद करें',
    },
    preferences: 'अपने संदेश चुनें',
  },
};
