import * as z from 'zod';
import { PAYMENT_PROVIDERS, PAYMENT_STATES, PAYMENT_STATUSES, REFUND_STATES } from '../rules/payment.ts';
import { id, moment, page } from './common.schema.ts';

/**
 * `search`: an order's number, a provider's id of a payment or refund, or part of a customer's email. `trouble`: only those
 * that somebody should look at. `after`: the id of the last one of the page before. Newest first.
 */
export const operatorPaymentsQuery = page.extend({
  search: z
    .string()
    .trim()
    .max(100)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')
    .optional(),
  trouble: z.literal('true').optional(),
});

const money = z.number().min(0);
const count = z.number().int().min(0);

export const operatorPaymentView = z
  .object({
    id,
    provider: z.enum(PAYMENT_PROVIDERS),
    state: z.enum(PAYMENT_STATES),
    amount: money,
    created_at: moment,
    paid_at: moment.nullable(),
    customer_email: z.string(),
    provider_order_id: z.string().nullable(),
    provider_payment_id: z.string().nullable(),
    order: z
      .object({
        id,
        orderNumber: z.string(),
        shop_slug: z.string(),
        total: money,
        payment_status: z.enum(PAYMENT_STATUSES),
        held_until: moment.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'OperatorPayment' });
export type OperatorPaymentView = z.infer<typeof operatorPaymentView>;

/** A payment with all that happened to it, each list oldest first. */
export const paymentTrailView = operatorPaymentView
  .extend({
    can_check: z.boolean().meta({ description: 'The provider may know more than we do' }),
    can_refund: z.boolean().meta({ description: 'Its money may go back now' }),
    events: z.array(
      z.object({
        at: moment,
        source: z.string(),
        from: z.enum(PAYMENT_STATES),
        to: z.enum(PAYMENT_STATES),
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    refunds: z.array(
      z.object({
        id,
        at: moment,
        state: z.enum(REFUND_STATES),
        amount: money,
        attempts: count,
        provider_refund_id: z.string().nullable(),
        error: z.string().nullable(),
      }),
    ),
    webhooks: z.array(
      z.object({
        event_id: z.string(),
        kind: z.string(),
        at: moment,
        processed_at: moment.nullable(),
        attempts: count,
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PaymentTrail' });
export type PaymentTrailView = z.infer<typeof paymentTrailView>;

export const paymentHealthView = z
  .object({
    money_without_order: count.meta({ description: 'Money that neither an order nor a refund stands for; normally 0' }),
    order_without_money: count.meta({ description: 'Orders that say they are paid, without the money; normally 0' }),
    refunds_failed: count.meta({ description: 'Refunds that no further try is planned for; normally 0' }),
    refunds_waiting: count.meta({ description: 'Refunds due or under way' }),
    holds_overdue: count.meta({
      description: 'Orders whose time to pay ran out two minutes ago or more, and that still hold goods',
    }),
    events_waiting: count.meta({ description: 'Reports of providers older than a minute that are not processed' }),
    orders: z.array(z.string()).meta({ description: 'The numbers of orders without money, at most 20' }),
  })
  .meta({ id: 'PaymentHealth' });
export type PaymentHealthView = z.infer<typeof paymentHealthView>;
