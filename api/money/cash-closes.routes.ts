import * as api from '@haat/contract/money/cash-closes.calls';
import { expectedPaise } from '@haat/contract/money/cash-close';
import { type Cash, type CashClose, closeCash, listCashCloses } from '@haat/core/money/close-cash';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const cashClosesRoutes: Route[] = [
  route(api.listCashCloses, async ({ user, params }) => {
    const { all, people } = await listCashCloses({ by: user, ...params });
    return wire(api.cashClosesView, { all: withExpected(all), people: people.map(withExpected) });
  }),

  route(api.closeCash, async ({ user, params, body, key }) => {
    const close = await closeCash({ by: user, shopId: params.shopId, body, key });
    return wire(api.cashCloseView, withDifference(close));
  }),
];

const withExpected = (cash: Cash) => ({
  ...cash,
  expectedPaise: cash.receivedPaise - cash.refundedPaise,
  close: cash.close && withDifference(cash.close),
});

function withDifference(close: CashClose) {
  const expected = expectedPaise(close);
  return { ...close, expectedPaise: expected, differencePaise: close.countedPaise - expected };
}
