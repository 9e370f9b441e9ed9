import type { UsualPurchase } from '@haat/contract/stock/purchases.calls';
import { unusualPrice } from '@haat/contract/catalog/unusual-price';
import { amountOf, type DraftLine } from './purchase-draft.ts';

type Usual = Pick<UsualPurchase, 'variant_id' | 'quantity' | 'cost' | 'price'>;

/** A quantity or cost of ten times the usual, or a tenth of it. `usual` of `costOfPrice` is the selling price. */
export type UnusualLine = { line: DraftLine; kind: 'quantity' | 'cost' | 'costOfPrice'; value: number; usual: number };

/** The questions a user has to confirm before valid lines are saved. */
export function unusualLines(lines: readonly DraftLine[], known: readonly Usual[]): UnusualLine[] {
  const usualOf = new Map(known.map((usual) => [usual.variant_id, usual]));
  return lines.flatMap((line) => {
    const usual = usualOf.get(line.variant_id);
    if (!usual) return [];
    const { quantity, cost, price } = usual;
    return [
      ...asked(line, { kind: 'quantity', value: amountOf(line) ?? 0, usual: quantity }),
      ...(cost === null
        ? asked(line, { kind: 'costOfPrice', value: Number(line.cost), usual: Number(line.price) || price })
        : asked(line, { kind: 'cost', value: Number(line.cost), usual: cost })),
    ];
  });
}

type Compared = Pick<UnusualLine, 'kind' | 'value'> & { usual: number | null };

const asked = (line: DraftLine, { kind, value, usual }: Compared): UnusualLine[] =>
  usual !== null && usual > 0 && unusualPrice(usual, value) ? [{ line, kind, value, usual }] : [];

/** The same for each question that was answered with yes: it is not asked again. */
export const questionKey = ({ line, kind, value, usual }: UnusualLine): string =>
  [line.variant_id, kind, value, usual].join(' ');
