import * as z from 'zod';
import { MAX_LINES, MAX_QUANTITY } from './cart.ts';
import { MAX_SALE_GRAMS } from './counter-sale.ts';
import { id, idParam, idParams, plainText, rupees } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS, OWN_ORDER_PATHS } from '../changes.ts';
import { REASON_TEXT_MAX } from './order-reasons.ts';
import { advancedOrderView, orderView } from './orders.calls.ts';

const quantity = z.number().int().min(1).max(MAX_QUANTITY);
const grams = z.number().int().min(1).max(MAX_SALE_GRAMS);
const atOldPrice = z.boolean().optional().meta({
  description:
    'Whether the item costs no more than before; if not, the customer pays the difference in cash. If missing, true for an order that was paid online',
});

const lineChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave_out'), item_id: id }),
  z.object({ kind: z.literal('fewer'), item_id: id, quantity }),
  z.object({ kind: z.literal('more'), item_id: id, quantity: quantity.meta({ description: 'Of the line in total' }) }),
  z.object({ kind: z.literal('weight'), item_id: id, grams, at_old_price: atOldPrice }),
  z.object({ kind: z.literal('replace'), item_id: id, variant_id: id, quantity, at_old_price: atOldPrice }),
  z
    .object({
      kind: z.literal('add'),
      variant_id: id,
      quantity: quantity.optional(),
      grams: grams.optional().meta({ description: 'The weight of loose goods, instead of a quantity' }),
    })
    .refine((added) => (added.quantity === undefined) !== (added.grams === undefined), 'must have a quantity or grams'),
]);
export type RequestedChange = z.infer<typeof lineChange>;

const isEachOnce = (lines: readonly ({ item_id: number } | { kind: 'add' })[]): boolean => {
  const ids = lines.flatMap((line) => ('item_id' in line ? [line.item_id] : []));
  return new Set(ids).size === ids.length;
};

/** `revision`: the revision of the order that the shop saw. */
export const proposeAdjustmentBody = z.object({
  revision: z.number().int().min(1),
  lines: z.array(lineChange).min(1).max(MAX_LINES).refine(isEachOnce, 'must have each line once'),
});
export type ProposeAdjustmentBody = z.infer<typeof proposeAdjustmentBody>;

/** An answer for each line of the proposal. */
export const answerProposalBody = z.object({
  lines: z
    .array(z.object({ item_id: id, accept: z.boolean() }))
    .min(1)
    .max(MAX_LINES)
    .refine(isEachOnce, 'must have each line once'),
});

export const proposalParams = z.object({ id: idParam, proposalId: idParam });

/** With `order_changed`, the order as it is now. */
const CONFLICTS = ['order_changed', 'status_not_allowed'] as const;

export const refundOrderBody = z.object({
  amount: rupees.min(0.01).meta({
    description: 'Less than a rupee of an order that was paid online is paid out in cash, after the delivery',
  }),
  reason: plainText
    .pipe(z.string().min(1).max(REASON_TEXT_MAX))
    .meta({ description: 'For the customer, in the words of the shop or the operator' }),
});

export const proposeAdjustment = endpoint({
  method: 'post',
  path: '/api/orders/:id/proposals',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Change or add lines of an accepted order, or ask its customer, as its shop',
  description: 'The customer is always asked before an order gets more than it had.',
  isIdempotent: true,
  params: idParams,
  body: proposeAdjustmentBody,
  output: advancedOrderView,
  errors: [...CONFLICTS, 'out_of_stock', 'idempotency_conflict', 'refund_too_high'],
});

export const answerProposal = endpoint({
  method: 'post',
  path: '/api/orders/:id/proposals/:proposalId/answer',
  access: 'user',
  changes: [...ORDER_PATHS, ...OWN_ORDER_PATHS],
  summary: 'Accept or refuse the changes that the shop proposes, as the customer',
  params: proposalParams,
  body: answerProposalBody,
  output: advancedOrderView,
  errors: [...CONFLICTS, 'out_of_stock', 'refund_too_high'],
});

export const withdrawProposal = endpoint({
  method: 'post',
  path: '/api/orders/:id/proposals/:proposalId/withdraw',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Withdraw a proposal that its customer has not answered, as the shop',
  params: proposalParams,
  output: advancedOrderView,
  errors: CONFLICTS,
});

export const refundOrder = endpoint({
  method: 'post',
  path: '/api/orders/:id/refunds',
  access: 'orders',
  changes: [...ORDER_PATHS, '/api/operator/payments'],
  servesOrders: true,
  summary: 'Refund a part of what an order cost, as its shop or as the operator',
  description:
    'What was paid online is refunded, cash that was collected is recorded as paid out. The error refund_too_high has the rupees that are `left`.',
  isIdempotent: true,
  params: idParams,
  body: refundOrderBody,
  output: orderView,
  errors: ['refund_too_high', 'status_not_allowed', 'idempotency_conflict'],
});
