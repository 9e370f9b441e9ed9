import * as api from '@haat/contract/orders/adjustments.calls';
import { toPaise } from '@haat/contract/rupees';
import { DomainError } from '@haat/core/errors';
import type { Session } from '@haat/core/accounts/session';
import { answerProposal, withdrawProposal } from '@haat/core/orders/adjust/answer-proposal';
import { findOrder } from '@haat/core/orders/life/end-order';
import type { OrderRecord } from '@haat/core/orders/order-record';
import { refundOrder } from '@haat/core/orders/adjust/refund-order';
import { proposeAdjustment } from '@haat/core/orders/adjust/propose-adjustment';
import { type Route, route } from '../http/route.ts';
import { presentOrder } from './orders.routes.ts';

export const adjustmentsRoutes: Route[] = [
  route(api.proposeAdjustment, ({ user: by, params: { id: orderId }, body, key }) =>
    present({ orderId, by }, () => proposeAdjustment({ orderId, by, key, ...body })),
  ),

  route(api.answerProposal, ({ user: by, params: { id: orderId, proposalId }, body: { lines: answers } }) =>
    present({ orderId, by }, () => answerProposal({ orderId, proposalId, by, answers })),
  ),

  route(api.withdrawProposal, ({ user: by, params: { id: orderId, proposalId } }) =>
    present({ orderId, by }, () => withdrawProposal({ orderId, proposalId, by })),
  ),

  route(api.refundOrder, async ({ user, params, body: { amount, reason: text }, key }) =>
    presentOrder(await refundOrder({ orderId: params.id, amountPaise: toPaise(amount), text, by: user, key })),
  ),
];

type Asked = { orderId: number; by: Session };
type Changed = { order: OrderRecord; changed: boolean };

/** The order after the change. If the order has changed since, the rejection contains its current state. */
async function present({ orderId, by }: Asked, change: () => Promise<Changed>) {
  try {
    const { order, changed } = await change();
    return { ...presentOrder(order), changed };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'order_changed') throw error;
    throw new DomainError(error.code, error.message, { order: presentOrder(await findOrder(orderId, by)) });
  }
}
