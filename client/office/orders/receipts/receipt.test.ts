import type { OrderView } from '@haat/contract/orders/orders.calls';
import { i18n } from '@lingui/core';
import { messages as english } from 'virtual:catalog/en-pages';
import { messages as hindi } from 'virtual:catalog/hi-pages';
import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../../test/samples.ts';
import { toReceipt } from './receipt.ts';
import type { ReceiptShop } from './receipt-shop.ts';

i18n.load({ en: english, hi: hindi });

const PAPER: ReceiptShop = {
  slug: 'malnad-dairy',
  name: 'Malnad Dairy',
  phone: '9000000103',
  address: '4th Main, Jayanagar',
  gstin: '29AAPFU0939F1ZR',
  fssai_licence: null,
  head: 'Fresh every day',
  foot: 'Thank you\nCome again',
  upiVpa: null,
};

type Options = { locale?: string; isCopy?: boolean; paper?: ReceiptShop };

function receipt(changes: Partial<OrderView> = {}, { locale = 'en', isCopy = false, paper }: Options = {}) {
  i18n.activate(locale);
  return toReceipt(sampleOrder(changes), { t: (id, values) => i18n._(id, values), locale, isCopy, paper });
}

describe('toReceipt', () => {
  it('has all that is needed to pack, deliver and collect', () => {
    expect(receipt()).toEqual({
      copy: undefined,
      shop: 'Malnad Dairy',
      shopPhone: '9000000103',
      head: [],
      provisional: undefined,
      order: 'Order H000004',
      date: expect.stringMatching(/^21 Nov 2026, 2:30\sPM$/),
      kind: 'Delivery',
      items: [{ what: '2 × Ghee, 500 g', each: '@ ₹125.00', amount: '₹250.00' }],
      count: '2 items',
      discount: undefined,
      totalLabel: 'Total',
      total: '₹250.00',
      sums: [],
      payment: 'Collect ₹250.00 in cash',
      saved: undefined,
      note: undefined,
      customer: ['Test Customer', '9876543210', '4th Main, Bengaluru 560011'],
      foot: [],
      link: { url: expect.stringMatching(/#\/dairy\/orders\/4\/timeline$/), text: 'Scan to see your order' },
    });
  });

  it('has the address, the GST number and the texts of the shop', () => {
    const { head, foot } = receipt({}, { paper: PAPER });
    expect(head).toEqual(['4th Main, Jayanagar', 'GSTIN 29AAPFU0939F1ZR', 'Fresh every day']);
    expect(foot).toEqual(['Thank you', 'Come again']);
  });

  it('has the shop as it was when the order was placed', () => {
    const before = {
      name: 'Old Dairy',
      phone: '9000000555',
      address: '1st Cross',
      gstin: null,
      fssai_licence: '10012011000001',
    };
    const former = [
      { ...before, until: '2026-11-20T00:00:00.000Z', name: 'Oldest Dairy' },
      { ...before, until: '2026-11-22T00:00:00.000Z' },
      { ...before, until: '2026-11-23T00:00:00.000Z', name: 'Newer Dairy' },
    ];
    const { shop, shopPhone, head } = receipt({}, { paper: { ...PAPER, former } });
    expect([shop, shopPhone, ...head]).toEqual([
      'Old Dairy',
      '9000000555',
      '1st Cross',
      'FSSAI 10012011000001',
      'Fresh every day',
    ]);
  });

  it('adds up what went back', () => {
    const { sums } = receipt({ payment_status: 'collected', order_status: 'Delivered', refunded: 50 });
    expect(sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Paid ₹250.00',
      'Refund −₹50.00',
      'You paid ₹200.00',
    ]);
  });

  it.each([
    ['collected', 'Paid in cash'],
    ['cancelled', 'You pay nothing.'],
    ['due', 'Collect ₹250.00 in cash'],
  ] as const)('says of a payment that is %s: %s', (payment_status, text) =>
    expect(receipt({ payment_status }).payment).toBe(text),
  );

  it('has what was saved against the printed maximum prices, but not on what was weighed', () => {
    const [item] = sampleOrder().items;
    const cheaper = { ...item!, mrp: 130 };
    expect(receipt({ items: [cheaper] }).saved).toBe('You saved ₹10.00 on MRP');
    expect(receipt({ items: [{ ...cheaper, packed_grams: 900 }] }).saved).toBeUndefined();
  });

  it('of a sale over the counter has its discount, and leads to the shop', () => {
    const [item] = sampleOrder().items;
    const sale = { channel: 'counter', payment_method: 'upi', total: 240, address: null, takeaway: true } as const;
    const { items, discount, total, payment, customer, link } = receipt({
      ...sale,
      customer_phone: null,
      items: [{ ...item!, amount: 240, discount: 10 }],
    });
    expect([items[0]?.amount, discount?.amount, total, payment]).toEqual([
      '₹250.00',
      '−₹10.00',
      '₹240.00',
      'Paid by UPI',
    ]);
    expect(customer).toEqual([]);
    expect(link.url).toMatch(/#\/dairy\/products$/);
  });

  it('is worded in Hindi', () => {
    const { copy, kind, totalLabel, payment } = receipt({ takeaway: true }, { locale: 'hi', isCopy: true });
    expect([copy, kind, totalLabel, payment]).toEqual(['प्रतिलिपि', 'ख़ुद लेना', 'कुल', 'नकद लें: ₹250.00']);
  });

  it("has the customer's note", () => {
    expect(receipt({ note: 'Ring twice' }).note).toBe('Note: Ring twice');
    expect(receipt({ note: 'Ring twice' }, { locale: 'hi' }).note).toBe('नोट: Ring twice');
  });

  it('has nothing to collect when paid online', () => {
    expect(receipt({ payment_method: 'online' }).payment).toBe('Paid online');
  });

  it('is marked as a copy', () => expect(receipt({}, { isCopy: true }).copy).toBe('COPY'));

  it('has size, colour and unit of the items', () => {
    const [item] = sampleOrder().items;
    if (!item) throw new Error('The order has no item');
    const { items } = receipt({ items: [{ ...item, size: 'M', color: 'Blue', unit: null }] });
    expect(items[0]?.what).toBe('2 × Ghee, M · Blue');
  });

  it('names a shop without a name after its slug', () => {
    expect(receipt({ shop: { id: 3, slug: 'malnad-dairy', name: null, phone: null } }).shop).toBe('Malnad Dairy');
  });
});

describe('the address on a receipt', () => {
  const isShown = (changes: Partial<OrderView>) => receipt(changes).customer.length === 3;

  it.each([
    ['of a delivery is printed', { takeaway: false }, true],
    ['of takeaway is not', { takeaway: true }, false],
    [
      'of 200 rupees is printed where the order does not say',
      { takeaway: undefined, minordervalue: undefined, total: 200 },
      true,
    ],
    ['below 200 rupees is not', { takeaway: undefined, minordervalue: undefined, total: 199.99 }, false],
  ])('%s', (_, changes, expected) => expect(isShown(changes)).toBe(expected));

  it('is left out when there is none', () => expect(isShown({ address: null })).toBe(false));
});
