import type { LanguageCode } from '@haat/contract/accounts/language';
import { describe, expect, it } from 'vitest';
import type { Ending, Invoice, InvoiceRefund } from '../invoice.ts';
import { orderMail } from './order-mail.ts';
import type { EarlyEnd } from './order-mail-texts.ts';

const seller = {
  name: 'Malnad Dairy',
  address: '4th Main',
  phone: '9000000102',
  gstin: '27AAPFU0939F1ZV',
  fssaiLicence: '10012011000001',
};

/** An order of two tins below their MRP. */
const placed: Invoice = {
  id: 4,
  userId: 7,
  orderNumber: 'H000004',
  createdAt: new Date('2026-11-21T09:00:00Z'),
  status: 'Pending',
  channel: 'online',
  paymentMethod: 'cod',
  payments: null,
  paymentStatus: 'due',
  totalPaise: 26_900,
  earlierTotals: [],
  refundedPaise: 0,
  cashExtraPaise: 0,
  revision: 1,
  takeaway: false,
  customerName: 'Test Customer',
  customerPhone: '9000000001',
  address: { name: 'Test Customer', street: '1st Cross', city: 'Bengaluru', zip: '560011', phone: '9000000001' },
  shop: {
    id: 3,
    slug: 'malnad-dairy',
    name: 'New Name Dairy',
    address: '9th Main',
    phone: '9000000103',
    latitude: 12.9,
    longitude: 77.5,
    timeZone: 'Asia/Kolkata',
    opening: { open_time: null, close_time: null, time_zone: 'Asia/Kolkata' },
  },
  seller,
  items: [
    {
      name: 'Ghee',
      size: null,
      color: null,
      unit: '500 g',
      quantity: 2,
      packedGrams: null,
      pricePaise: 13_450,
      amountPaise: 26_900,
      mrpPaise: 15_000,
      discountPaise: 0,
    },
  ],
  ending: null,
  refunds: [],
};

const links = { order: 'https://a', invoice: 'https://b', help: 'https://c', preferences: 'https://d' };

function mail(invoice: Invoice, language: LanguageCode, event: 'placed' | EarlyEnd) {
  const { text } = orderMail({
    to: 'a@haat.example',
    language,
    event,
    invoice,
    links: { ...links, unsubscribe: undefined },
  });
  return text;
}

const refund: InvoiceRefund = {
  amountPaise: 26_900,
  by: 'online',
  state: 'requested',
  ofChange: false,
  at: '2026-11-21T09:05:00Z',
};

const ONLINE: Partial<Invoice> = {
  paymentMethod: 'online',
  paymentStatus: 'refund_due',
  refundedPaise: 26_900,
  refunds: [refund],
};
const CASH: Partial<Invoice> = { paymentMethod: 'cod', paymentStatus: 'cancelled' };

const by = (actor: Ending['actor'], reason: Ending['reason'] = null, text: string | null = null): Ending => ({
  actor,
  reason,
  text,
  asAsked: false,
});

const ENDS: [EarlyEnd, Ending, Record<LanguageCode, string[]>][] = [
  [
    'Declined',
    by('shop', 'too_busy'),
    { en: ['cannot take your order', 'Reason: Too busy right now'], hi: ['नहीं ले सकती', 'वजह: अभी बहुत काम है'] },
  ],
  ['Declined', by('shop', 'other', 'Power cut'), { en: ['Reason: Power cut'], hi: ['वजह: Power cut'] }],
  [
    'Cancelled',
    by('customer', 'too_late'),
    { en: ['You cancelled your order', 'Reason: It takes too long'], hi: ['आपने Malnad Dairy का ऑर्डर रद्द किया'] },
  ],
  [
    'Cancelled',
    by('shop', 'closing'),
    { en: ['Malnad Dairy cancelled your order', 'Reason: The shop is closing'], hi: ['वजह: दुकान बंद हो रही है'] },
  ],
  ['Cancelled', by('operator', 'other'), { en: ['Support cancelled your order'], hi: ['सहायता टीम ने'] }],
  ['Cancelled', { ...by('shop'), asAsked: true }, { en: ['as you asked'], hi: ['आपके कहने पर'] }],
  ['Expired', by('clock'), { en: ['did not accept your order in time'], hi: ['समय पर स्वीकार नहीं किया'] }],
  [
    'Returned',
    by('shop', 'nobody_there'),
    { en: ['could not be delivered', 'Reason: Nobody was there'], hi: ['वजह: वहाँ कोई नहीं था'] },
  ],
];

const CASES = ENDS.flatMap(([status, ending, parts]) =>
  [false, true].flatMap((takeaway) =>
    [ONLINE, CASH].flatMap((payment) =>
      (['en', 'hi'] as const).map((language) => ({
        status,
        ending,
        parts: parts[language],
        takeaway,
        payment,
        language,
      })),
    ),
  ),
).filter(({ status, takeaway }) => !(status === 'Returned' && takeaway));

describe('the mail of an order that ended before its delivery', () => {
  it.each(CASES)(
    '$status, $ending.actor $ending.reason, takeaway $takeaway, $payment.paymentMethod, $language',
    ({ status, ending, parts, takeaway, payment, language }) => {
      const text = mail(
        { ...placed, ...payment, status, ending, takeaway, address: takeaway ? null : placed.address },
        language,
        status,
      );
      for (const part of parts) expect(text).toContain(part);
      const isOnline = payment === ONLINE;
      const money = {
        en: isOnline
          ? 'Refund: ₹269.00 is being refunded to your original payment method'
          : 'Payment: There is nothing to pay.',
        hi: isOnline ? 'पैसे की वापसी: ₹269.00 उसी तरीके से लौटाए जा रहे हैं' : 'भुगतान: कुछ नहीं देना है।',
      };
      expect(text).toContain(money[language]);
      expect(text).not.toMatch(
        /Pick up at|Delivery to|You saved|Paid online|https:\/\/b|यहाँ से ले जाएँ|डिलीवरी का पता|MRP|ऑनलाइन भुगतान हो गया/,
      );
    },
  );

  it('says that the money was sent once it was, and adds up', () => {
    const sent = {
      ...placed,
      ...ONLINE,
      status: 'Declined',
      ending: by('shop'),
      refunds: [{ ...refund, state: 'done' }],
    } as const;
    const text = mail({ ...sent, refunds: [...sent.refunds] }, 'en', 'Declined');
    expect(text).toContain('Refund: ₹269.00 was refunded to your original payment method.');
    expect(text).toContain('Paid: ₹269.00\nRefund: −₹269.00\nYou paid: ₹0.00');
  });
});

it('has the seller of the time of the order, with the numbers of tax and licence', () => {
  const text = mail(placed, 'en', 'placed');
  expect(text).toContain('Malnad Dairy\n4th Main\nPhone: +91 9000000103\nGSTIN 27AAPFU0939F1ZV\nFSSAI 10012011000001');
});
