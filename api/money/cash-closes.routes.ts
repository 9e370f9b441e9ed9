import * as api from '@haat/contract/money/cash-closes.calls';
import type { CashCloseView, CashView } from '@haat/contract/money/cash-closes.calls';
import { expectedPaise } from '@haat/contract/money/cash-close';
import { toRupees } from '@haat/contract/rupees';
import { type Cash, type CashClose, closeCash, listCashCloses } from '@haat/core/money/close-cash';
import { type Route, route } from '../http/route.ts';

export const cashClosesRoutes: Route[] = [
  route(api.listCashCloses, async ({ user, params }) => {
    const { all, people } = await listCashCloses({ by: user, ...params });
    return { all: presentCash(all), people: people.map(presentCash) };
  }),

  route(api.closeCash, async ({ user, params, body, key }) =>
    presentClose(await closeCash({ by: user, shopId: params.shopId, body, key })),
  ),
];

const presentCash = ({ personId, name, receivedPaise, refundedPaise, close, earlier }: Cash): CashView => ({
  person_id: personId,
  name,
  received: toRupees(receivedPaise),
  refunded: toRupees(refundedPaise),
  expected: toRupees(receivedPaise - refundedPaise),
  close: close && presentClose(close),
  earlier: earlier && { day: earlier.day, counted: toRupees(earlier.countedPaise) },
});

function presentClose(close: CashClose): CashCloseView {
  const expected = expectedPaise(close);
  return {
    id: close.id,
    day: close.day,
    person_id: close.personId,
    entry: close.entry,
    opening: toRupees(close.openingPaise),
    received: toRupees(close.receivedPaise),
    refunded: toRupees(close.refundedPaise),
    paid_out: toRupees(close.paidOutPaise),
    expected: toRupees(expected),
    counted: toRupees(close.countedPaise),
    difference: toRupees(close.countedPaise - expected),
    note: close.note,
    by: close.by,
    at: close.at.toISOString(),
  };
}
