import type { LanguageCode } from '@haat/contract/accounts/language';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { CustomerUpdate } from '@haat/contract/orders/order-updates';

/** Why a mail about an order is sent: it was placed, has a new status, expired unpaid, or something else happened to it. */
export type OrderMailEvent = 'placed' | 'unpaid' | OrderStatus | CustomerUpdate;

/** The ends of an order without a delivery. */
export type EarlyEnd = Extract<OrderStatus, 'Declined' | 'Cancelled' | 'Expired' | 'Returned'>;
type LiveMailEvent = Exclude<OrderMailEvent, EarlyEnd>;
/** `asked`: by the shop, because the customer asked to. */
export type CancelledBy = 'customer' | 'shop' | 'operator' | 'asked';

type OrderMailTexts = {
  /** The subject of a receipt. Other mails use their headlines. */
  receipt: (order: string) => string;
  lead: (event: LiveMailEvent, shop: string, order: { takeaway: boolean; refund: string }) => string;
  /** How it ended before its delivery, and who cancelled it. */
  ended: (status: EarlyEnd, shop: string, by: CancelledBy) => string;
  reason: string;
  noPayment: string;
  refund: string;
  /** What of an online payment goes back, and when. */
  refunding: (amount: string) => string;
  refunded: (amount: string) => string;
  paid: string;
  changed: string;
  kept: string;
  order: string;
  date: string;
  total: string;
  saved: string;
  deliverTo: string;
  pickUpAt: string;
  pickedUpAt: string;
  map: string;
  hours: string;
  alwaysOpen: string;
  payment: string;
  cash: string;
  payAtShop: string;
  paidAtShop: string;
  online: string;
  /** What of the total is paid in cash although the order was paid online. */
  inCash: (amount: string) => string;
  /** The weight of a line as packed. */
  packed: (grams: number) => string;
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
    receipt: (order) => `Receipt for your order ${order}`,
    lead: (event, shop, { takeaway, refund }) =>
      ({
        placed: `Thank you! ${shop} has received your order.`,
        unpaid: `The payment for your order at ${shop} did not arrive in time, so it was not placed. Your cart is unchanged. Money that has left your account is refunded automatically.`,
        Pending: `${shop} has not accepted your order yet.`,
        Accepted: `${shop} has accepted your order.`,
        Ready: `Your order at ${shop} is ready. You can pick it up now.`,
        'In Transit': `Your order from ${shop} is on the way.`,
        Delivered: takeaway
          ? `You have picked up your order at ${shop}. Enjoy!`
          : `Your order from ${shop} was delivered. Enjoy!`,
        proposed: `${shop} would like to change your order. Please answer in your order history before the time to answer ends.`,
        adjusted: `Your order at ${shop} has changed. The new items and total are below.`,
        withdrawn: `${shop} has withdrawn its proposal to change your order. The order has not changed.`,
        promised: `${shop} has promised a new time for your order.`,
        problem_message: `${shop} has written to you about the problem with your order.`,
        problem_answered: `${shop} has answered the problem that you reported with your order.`,
        cancellation_refused: `${shop} can no longer cancel your order. Please call the shop.`,
        paid_out: `${shop} is refunding ${refund} of your order in cash. If you have not received it, please call the shop.`,
      })[event],
    ended: (status, shop, by) =>
      ({
        Declined: `${shop} cannot take your order.`,
        Cancelled: {
          customer: `You cancelled your order at ${shop}.`,
          shop: `${shop} cancelled your order.`,
          operator: `Support cancelled your order at ${shop}.`,
          asked: `${shop} cancelled your order, as you asked.`,
        }[by],
        Expired: `${shop} did not accept your order in time.`,
        Returned: `Your order from ${shop} could not be delivered.`,
      })[status],
    reason: 'Reason',
    noPayment: 'There is nothing to pay.',
    refund: 'Refund',
    refunding: (amount) => `${amount} is being refunded to your original payment method. Banks can take up to 7 days.`,
    refunded: (amount) => `${amount} was refunded to your original payment method. Banks can take up to 7 days.`,
    paid: 'Paid',
    changed: 'Changed items',
    kept: 'You paid',
    order: 'Order',
    date: 'Date',
    total: 'Total',
    saved: 'You saved on the MRP',
    deliverTo: 'Delivery to',
    pickUpAt: 'Pick up at',
    pickedUpAt: 'Picked up at',
    map: 'Show on the map',
    hours: 'Hours',
    alwaysOpen: 'Open all day',
    payment: 'Payment',
    cash: 'Cash on delivery',
    payAtShop: 'Pay at the shop',
    paidAtShop: 'Paid at the shop',
    online: 'Paid online',
    inCash: (amount) => `${amount} of it in cash`,
    packed: (grams) => `packed ${grams} g`,
    phone: 'Phone',
    viewOrder: 'View your order',
    viewCart: 'Back to your cart',
    viewInvoice: 'Print the invoice',
    help: 'Questions about the order? Call the shop, or get help:',
    isRecord: 'This email is the record of your order, so it is sent for every order.',
    unsubscribe: {
      order_status: 'Turn off emails about status changes',
      order_ends: 'Turn off emails about completed, cancelled and expired orders and reported problems',
    },
    preferences: 'Choose your messages',
  },
  hi: {
    receipt: (order) => `आपके ऑर्डर ${order} की रसीद`,
    lead: (event, shop, { takeaway, refund }) =>
      ({
        placed: `धन्यवाद! ${shop} को आपका ऑर्डर मिल गया है।`,
        unpaid: `${shop} के ऑर्डर का भुगतान समय पर नहीं आया, इसलिए ऑर्डर नहीं हुआ। आपका कार्ट वैसा ही है। अगर पैसे कटे हैं, तो अपने आप लौट आएँगे।`,
        Pending: `${shop} ने अभी आपका ऑर्डर स्वीकार नहीं किया है।`,
        Accepted: `${shop} ने आपका ऑर्डर स्वीकार कर लिया है।`,
        Ready: `${shop} पर आपका ऑर्डर तैयार है। आप उसे ले जा सकते हैं।`,
        'In Transit': `${shop} से आपका ऑर्डर निकल चुका है।`,
        Delivered: takeaway ? `आपने ${shop} से अपना ऑर्डर ले लिया है।` : `${shop} से आपका ऑर्डर पहुँच गया।`,
        proposed: `${shop} आपके ऑर्डर में बदलाव करना चाहती है। कृपया समय रहते अपने ऑर्डर में जवाब दें।`,
        adjusted: `${shop} के आपके ऑर्डर में बदलाव हुआ है। नया सामान और नई कुल रक़म नीचे है।`,
        withdrawn: `${shop} अब आपके ऑर्डर में बदलाव नहीं चाहती। ऑर्डर वैसा ही है।`,
        promised: `${shop} ने आपके ऑर्डर का नया समय बताया है।`,
        problem_message: `${shop} ने आपके ऑर्डर की समस्या के बारे में लिखा है।`,
        problem_answered: `${shop} ने आपके ऑर्डर की समस्या पर जवाब दिया है।`,
        cancellation_refused: `${shop} आपका ऑर्डर अब रद्द नहीं कर सकती। कृपया दुकान को फ़ोन करें।`,
        paid_out: `${shop} आपके ऑर्डर के ${refund} नकद लौटा रही है। अगर पैसे न मिले हों, तो कृपया दुकान को फ़ोन करें।`,
      })[event],
    ended: (status, shop, by) =>
      ({
        Declined: `${shop} आपका ऑर्डर नहीं ले सकती।`,
        Cancelled: {
          customer: `आपने ${shop} का ऑर्डर रद्द किया।`,
          shop: `${shop} ने आपका ऑर्डर रद्द कर दिया।`,
          operator: `सहायता टीम ने ${shop} का आपका ऑर्डर रद्द किया।`,
          asked: `आपके कहने पर ${shop} ने ऑर्डर रद्द कर दिया।`,
        }[by],
        Expired: `${shop} ने आपका ऑर्डर समय पर स्वीकार नहीं किया।`,
        Returned: `${shop} से आपका ऑर्डर नहीं पहुँचाया जा सका।`,
      })[status],
    reason: 'वजह',
    noPayment: 'कुछ नहीं देना है।',
    refund: 'पैसे की वापसी',
    refunding: (amount) => `${amount} उसी तरीके से लौटाए जा रहे हैं जिससे आपने दिए थे। बैंक में 7 दिन तक लग सकते हैं।`,
    refunded: (amount) => `${amount} उसी तरीके से लौटा दिए गए जिससे आपने दिए थे। बैंक में 7 दिन तक लग सकते हैं।`,
    paid: 'भुगतान',
    changed: 'सामान में बदलाव',
    kept: 'आपने दिए',
    order: 'ऑर्डर',
    date: 'तारीख़',
    total: 'कुल',
    saved: 'MRP पर बचत',
    deliverTo: 'डिलीवरी का पता',
    pickUpAt: 'यहाँ से ले जाएँ',
    pickedUpAt: 'यहाँ से लिया',
    map: 'मैप पर देखें',
    hours: 'समय',
    alwaysOpen: 'दिन-रात खुला',
    payment: 'भुगतान',
    cash: 'नकद भुगतान',
    payAtShop: 'दुकान पर भुगतान करें',
    paidAtShop: 'दुकान पर भुगतान हुआ',
    online: 'ऑनलाइन भुगतान हो गया',
    inCash: (amount) => `इसमें से ${amount} नकद`,
    packed: (grams) => `पैक हुआ ${grams} ग्राम`,
    phone: 'फ़ोन',
    viewOrder: 'अपना ऑर्डर देखें',
    viewCart: 'अपने कार्ट पर जाएँ',
    viewInvoice: 'बिल प्रिंट करें',
    help: 'ऑर्डर के बारे में कुछ पूछना है? दुकान को फ़ोन करें, या यहाँ मदद लें:',
    isRecord: 'यह मेल आपके ऑर्डर का रिकॉर्ड है, इसलिए हर ऑर्डर पर भेजा जाता है।',
    unsubscribe: {
      order_status: 'हर स्थिति के मेल बंद करें',
      order_ends: 'पूरे या रद्द हुए ऑर्डर और बताई समस्याओं के मेल बंद करें',
    },
    preferences: 'अपने संदेश चुनें',
  },
};
