import type { Receipt } from './receipt.ts';

/** A piece of a receipt, from top to bottom; a `pair` has something at each edge. */
export type ReceiptBlock =
  | { kind: 'line'; text: string; isBold?: boolean; isCentred?: boolean }
  | { kind: 'pair'; left: string; right: string; isBold?: boolean }
  | { kind: 'rule' };

/** How a receipt is laid out for a roll of paper. */
export function layOut(receipt: Receipt): ReceiptBlock[] {
  const { copy, shop, shopPhone, order, date, kind, items, totalLabel, total, payment, customer } = receipt;
  return [
    ...centred(copy && `*** ${copy} ***`, true),
    ...centred(shop, true),
    ...centred(shopPhone, false),
    { kind: 'rule' },
    { kind: 'pair', left: order, right: kind, isBold: true },
    { kind: 'line', text: date },
    { kind: 'rule' },
    ...items.flatMap(({ what, each, amount }): ReceiptBlock[] => [
      { kind: 'line', text: what, isBold: true },
      { kind: 'pair', left: each, right: amount },
    ]),
    { kind: 'rule' },
    { kind: 'pair', left: totalLabel, right: total, isBold: true },
    { kind: 'line', text: payment, isBold: true },
    { kind: 'rule' },
    ...customer.map((text): ReceiptBlock => ({ kind: 'line', text })),
    ...centred(copy && `*** ${copy} ***`, true),
  ];
}

function centred(text: string | undefined, isBold: boolean): ReceiptBlock[] {
  return text ? [{ kind: 'line', text, isBold, isCentred: true }] : [];
}
