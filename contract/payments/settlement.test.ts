import { describe, expect, it } from 'vitest';
import { type SettledOrder, settlementOf, splitChange } from './settlement.ts';

const order: SettledOrder = {
  paymentStatus: 'paid',
  isOnline: true,
  isDelivered: true,
  totals: [26_900],
  cashExtraPaise: 0,
  refundedPaise: 0,
};

describe('settlementOf', () => {
  it('adds up a change and a refund', () =>
    expect(settlementOf({ ...order, totals: [26_900, 25_300], refundedPaise: 6_200 })).toEqual({
      paidPaise: 26_900,
      changePaise: 1_600,
      refundedPaise: 6_200,
      keptPaise: 19_100,
    }));

  it.each(['due', 'cancelled', 'awaiting', 'expired'] as const)(
    'is undefined for an order whose payment is %s',
    (paymentStatus) => expect(settlementOf({ ...order, paymentStatus })).toBeUndefined(),
  );

  it('has no change of an order that was changed before it was paid in cash', () =>
    expect(
      settlementOf({
        ...order,
        isOnline: false,
        paymentStatus: 'collected',
        totals: [26_900, 25_300],
        refundedPaise: 300,
      }),
    ).toEqual({ paidPaise: 25_300, changePaise: 0, refundedPaise: 300, keptPaise: 25_000 }));
});

/** A reproducible sequence of whole numbers below `limit`. */
function numbersFrom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}

/** An online order that is changed several times, delivered or ended, and refunded in parts; with the amounts really moved. */
function played(seed: number) {
  const next = numbersFrom(seed);
  const totals = [100 + next(100_000)];
  let onlinePaise = totals[0]!;
  let changedPaise = 0;
  let cashExtraPaise = 0;
  for (let changes = next(4); changes > 0; changes -= 1) {
    const totalPaise = 100 + next(100_000);
    const split = splitChange(onlinePaise, totalPaise);
    onlinePaise -= split.refundPaise;
    changedPaise += split.refundPaise;
    cashExtraPaise = split.cashExtraPaise;
    totals.push(totalPaise);
  }
  const isDelivered = next(3) > 0;
  const heldPaise = onlinePaise + (isDelivered ? cashExtraPaise : 0);
  const refunds = Array.from({ length: next(3) }, () => Math.floor((heldPaise * next(34)) / 100));
  const refundedPaise = isDelivered ? refunds.reduce((sum, paise) => sum + paise, 0) : onlinePaise;
  const paymentStatus = isDelivered ? ('paid' as const) : ('refund_due' as const);
  const settled = { paymentStatus, isOnline: true, isDelivered, totals, cashExtraPaise, refundedPaise };
  return { settled, changedPaise, refundedPaise, keptPaise: heldPaise - refundedPaise };
}

it('shows what was moved, for any changes and refunds of an online order', () => {
  for (let seed = 0; seed < 2_000; seed += 1) {
    const { settled, changedPaise, refundedPaise, keptPaise } = played(seed);
    const shown = settlementOf(settled);
    const paidPaise = changedPaise + refundedPaise + keptPaise;
    expect(shown, `seed ${seed}`).toEqual({ paidPaise, changePaise: changedPaise, refundedPaise, keptPaise });
  }
});
