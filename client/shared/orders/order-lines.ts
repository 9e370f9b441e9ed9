import type { OrderItemView, ProposalView, RevisionView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { isAddition, type LineChange, noLine, orderedGrams, type PresentLine } from '@haat/contract/orders/adjustment';
import { toPaise, toRupees } from '@haat/contract/rupees';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { weightText } from './weight-text.ts';

type Line = Pick<OrderItemView, 'quantity' | 'price' | 'amount' | 'unit' | 'packed_grams'>;

/** A line of an order as the rules have it, in paise. */
export const presentLine = ({ quantity, price, amount, unit, packed_grams }: Line): PresentLine => ({
  quantity,
  pricePaise: toPaise(price),
  amountPaise: toPaise(amount),
  unit,
  packedGrams: packed_grams,
});

/** A proposed change as the rules have it. */
export function proposedChange({
  kind,
  quantity,
  grams,
  at_old_price: atOldPrice,
  amount,
  replacement,
}: ProposedLine): LineChange {
  if (kind === 'fewer' || kind === 'more') return { kind, quantity: quantity ?? 1 };
  if (kind === 'weight') return { kind, grams: grams ?? 0, atOldPrice };
  const pricePaise = toPaise(replacement?.price ?? 0);
  if (kind === 'replace') return { kind, quantity: quantity ?? 1, pricePaise, atOldPrice };
  if (kind === 'add') return { kind, quantity: quantity ?? 1, grams, pricePaise, amountPaise: toPaise(amount) };
  return { kind };
}

/** The line of the order that a proposed change is about; of one to add, nothing yet. Undefined if it is gone. */
export function lineBefore(items: readonly OrderItemView[], { item_id, kind, replacement }: ProposedLine) {
  if (kind === 'add') return noLine({ pricePaise: 0, unit: replacement?.unit ?? null });
  const item = items.find(({ id }) => id === item_id);
  return item && presentLine(item);
}

export type ProposedLine = ProposalView['lines'][number];

/** Whether a proposal is only about more than the order has. */
export const addsOnly = ({ lines }: Pick<ProposalView, 'lines'>): boolean =>
  lines.every(({ kind }) => isAddition(kind));

type Named = Pick<OrderItemView, 'name' | 'size' | 'color' | 'unit'>;

/** How lines read: `2 × Onions, 1 kg`, with the weight if it was weighed. */
export function useLineText() {
  const t = useText();
  const productNameOf = useProductName();
  const formOf = useVariantLabel();
  const nameOf = ({ name, size, color, unit }: Named) => {
    const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
    return form ? `${productNameOf(name)}, ${form}` : productNameOf(name);
  };
  const lineOf = (line: Named & { quantity: number; packed_grams: number | null }) => {
    const counted = `${line.quantity} × ${nameOf(line)}`;
    return line.packed_grams === null
      ? counted
      : t('adjust.packed', { line: counted, weight: weightText(t, line.packed_grams) });
  };
  /** The line after the change; without a line, the one to add. */
  const changeOf = (line: (Named & { quantity: number }) | undefined, change: ProposedLine) => {
    if (!line) {
      const { quantity, grams: packed_grams, replacement } = change;
      return replacement
        ? t('adjust.add', { line: lineOf({ ...replacement, quantity: quantity ?? 1, packed_grams }) })
        : '';
    }
    const quantity = change.quantity ?? line.quantity;
    if (change.kind === 'leave_out') return t('adjust.leftOut');
    if (change.kind === 'fewer' || change.kind === 'more') return `${quantity} × ${nameOf(line)}`;
    if (change.kind === 'weight') return lineOf({ ...line, packed_grams: change.grams });
    return change.replacement ? `${quantity} × ${nameOf(change.replacement)}` : '';
  };
  return { nameOf, lineOf, changeOf };
}

/** Whether a line is sold by weight. */
export const isByWeight = (line: Pick<OrderItemView, 'unit' | 'quantity'>): boolean => orderedGrams(line) !== undefined;

type ShownLine = RevisionView['items'][number];

/** `to` is missing for a line that was left out, `from` for one that was added. */
export type ChangedLine = { id: number; from: ShownLine | undefined; to: ShownLine | undefined };
/** `back`: what of a payment online goes back, in rupees. */
export type OrderChange = {
  revision: number;
  at: string;
  before: number;
  after: number;
  back: number;
  lines: ChangedLine[];
};

/** What changed with each revision of an order, the latest first. */
export function changesOf({
  revisions,
  items,
  total,
  payment_method: method,
}: Pick<OrderView, 'revisions' | 'items' | 'total' | 'payment_method'>): OrderChange[] {
  // The largest part of the total that was ever paid online is the first one; what came on top of it is paid in cash.
  let online = method === 'online' ? (revisions[0]?.total ?? 0) : 0;
  return revisions
    .map(({ revision, until: at, total: before, items: earlier }, nr) => {
      const next = revisions[nr + 1] ?? { items, total };
      const changed: ChangedLine[] = earlier.flatMap((from) => {
        const to = next.items.find(({ id }) => id === from.id);
        return to && isSame(from, to) ? [] : [{ id: from.id, from, to }];
      });
      const added = next.items.filter(({ id }) => earlier.every((from) => from.id !== id));
      const lines = [...changed, ...added.map((to) => ({ id: to.id, from: undefined, to }))];
      const kept = Math.min(online, next.total);
      const back = toRupees(toPaise(online) - toPaise(kept));
      online = kept;
      return { revision: revision + 1, at, before, after: next.total, back, lines };
    })
    .toReversed();
}

const SHOWN = ['name', 'size', 'color', 'unit', 'quantity', 'amount', 'packed_grams'] as const;
const isSame = (from: ShownLine, to: ShownLine): boolean => SHOWN.every((field) => from[field] === to[field]);
