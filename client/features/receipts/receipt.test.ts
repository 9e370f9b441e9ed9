import type { OrderView } from '@haat/contract/api/orders';
import { i18n } from '@lingui/core';
import { messages as english } from 'virtual:catalog/en-pages';
import { messages as hindi } from 'virtual:catalog/hi-pages';
import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../test/samples.ts';
import { toReceipt } from './receipt.ts';

i18n.load({ en: english, hi: hindi });

function receipt(changes: Partial<OrderView> = {}, { locale = 'en', isCopy = false } = {}) {
  i18n.activate(locale);
  return toReceipt(sampleOrder(changes), { t: (id, values) => i18n._(id, values), locale, isCopy });
}

describe('toReceipt', () => {
  it('has all that is needed to pack, deliver and collect', () => {
    expect(receipt()).toEqual({
      copy: undefined,
      shop: 'Malnad Dairy',
      shopPhone: '9000000103',
      order: 'Order H000004',
      date: expect.stringMatching(/^21 Nov 2026, 2:30\spm$/),
      kind: 'Delivery',
      items: [{ what: '2 × Ghee, 500 g', each: '@ ₹125.00', amount: '₹250.00' }],
      totalLabel: 'Total',
      total: '₹250.00',
      payment: 'Collect ₹250.00 in cash',
      note: undefined,
      customer: ['Test Customer', '9876543210', '4th Main, Bengaluru 560011'],
    });
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
