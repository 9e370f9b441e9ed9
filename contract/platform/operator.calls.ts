import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { operatorActivityQuery, operatorActivityView } from '../accounts/team.calls.ts';
import { id, idParam, idParams, singleLine, timestamp, page, rupees, searchText } from '../common.ts';
import { listQuery, sortedBy } from './operator-list-query.calls.ts';
import { ACCOUNT_LISTS, ACCOUNT_SORTS, PAYMENT_SORTS } from './operator-lists.ts';
import { PAYMENT_PROVIDERS, PAYMENT_STATES, PAYMENT_STATUSES, REFUND_STATES } from '../payments/payment.ts';

/** The path of the job queue dashboard, which this browser can open for an hour. */
export const queueDashboardView = z.object({ path: z.string() });
export type QueueDashboardView = z.infer<typeof queueDashboardView>;

const paymentFilter = {
  search: searchText(100).optional().meta({
    description: "An order's number, a provider's id of a payment or refund, or part of a customer's email",
  }),
  needs_attention: z.literal('true').optional().meta({ description: 'Only those that need attention' }),
  state: z.enum(PAYMENT_STATES).optional(),
  provider: z.enum(PAYMENT_PROVIDERS).optional(),
  shop: idParam.optional(),
};

export const operatorPaymentFilter = listQuery(paymentFilter);
export const operatorPaymentsFileQuery = listQuery({ ...paymentFilter, ...sortedBy(PAYMENT_SORTS) });

/** `after`: the id of the last payment of the previous page. */
export const operatorPaymentsQuery = listQuery({ ...paymentFilter, ...sortedBy(PAYMENT_SORTS), ...page.shape });

const money = z.number().min(0);
const count = z.number().int().min(0);

export const operatorPaymentView = z
  .object({
    id,
    provider: z.enum(PAYMENT_PROVIDERS),
    state: z.enum(PAYMENT_STATES),
    amount: money,
    refunded: money.meta({ description: 'The amount that was or is being refunded to the customer' }),
    created_at: timestamp,
    paid_at: timestamp.nullable(),
    customer_email: z.string().nullable().meta({
      description:
        'Email address, or mobile number of an account without one. Null for a deleted account, and for a recovered payment whose customer is not in the database',
    }),
    provider_order_id: z.string().nullable(),
    provider_payment_id: z.string().nullable(),
    order: z
      .object({
        id,
        orderNumber: z.string(),
        shop_id: id,
        shop_slug: z.string(),
        shop_name: z.string().nullable(),
        total: money,
        payment_status: z.enum(PAYMENT_STATUSES),
        reserved_until: timestamp.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'OperatorPayment' });
export type OperatorPaymentView = z.infer<typeof operatorPaymentView>;

/** The sums of all payments that match a filter. */
export const operatorPaymentsSummary = z
  .object({
    payments: count,
    paid: count.meta({ description: 'How many of them were paid' }),
    received: money.meta({ description: 'The amount paid, before refunds' }),
    refunded: money,
  })
  .meta({ id: 'OperatorPaymentsSummary' });

/** A payment with its history; each list is oldest first. */
export const paymentTimelineView = operatorPaymentView
  .extend({
    can_check: z.boolean().meta({ description: 'The state at the provider may have changed' }),
    can_refund: z.boolean().meta({ description: 'The payment, or what is left of it, can be refunded now' }),
    left: rupees.meta({ description: 'The part of the payment that was not and will not be refunded' }),
    refundable: rupees.meta({
      description: 'The amount that a refund would return now: what is left, or what was declined before',
    }),
    events: z.array(
      z.object({
        at: timestamp,
        source: z.string(),
        from: z.enum(PAYMENT_STATES),
        to: z.enum(PAYMENT_STATES),
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    refunds: z.array(
      z.object({
        id,
        state: z.enum(REFUND_STATES),
        reason: z.string().nullable().meta({ description: 'Why it is returned' }),
        text: z.string().nullable().meta({ description: 'In the words of the shop or the operator' }),
        attempts: count,
        error: z.string().nullable(),
        at: timestamp,
        amount: money,
        provider_refund_id: z.string().nullable(),
      }),
    ),
    webhooks: z.array(
      z.object({
        kind: z.string(),
        attempts: count,
        error: z.string().nullable(),
        event_id: z.string(),
        at: timestamp,
        processed_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'PaymentTimeline' });
export type PaymentTimelineView = z.infer<typeof paymentTimelineView>;

export const paymentHealthView = z
  .object({
    money_without_order: count.meta({ description: 'Payments with neither an order nor a refund; normally 0' }),
    order_without_money: count.meta({ description: 'Orders marked paid without a payment; normally 0' }),
    refunds_failed: count.meta({ description: 'Refunds that failed permanently; normally 0' }),
    refunds_waiting: count.meta({ description: 'Refunds that are due or in progress' }),
    reservations_overdue: count.meta({
      description: 'Unpaid orders whose reservation expired more than two minutes ago and is not released',
    }),
    events_waiting: count.meta({ description: 'Webhook events unprocessed for more than a minute' }),
    events_unknown: count.meta({
      description: 'Unknown payments that no operator has dismissed; normally 0',
    }),
    orders: z.array(z.string()).meta({ description: 'Numbers of paid orders without a payment, at most 20' }),
  })
  .meta({ id: 'PaymentHealth' });
export type PaymentHealthView = z.infer<typeof paymentHealthView>;

/** A payment at a provider that the database does not know, according to the latest webhook event about it. */
export const unknownPaymentView = z
  .object({
    provider: z.enum(PAYMENT_PROVIDERS),
    provider_order_id: z.string(),
    provider_payment_id: z.string().nullable(),
    kind: z.string().meta({ description: 'Kind of the latest event' }),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    received_at: timestamp,
  })
  .meta({ id: 'UnknownPayment' });
export type UnknownPaymentView = z.infer<typeof unknownPaymentView>;

export const dismissPaymentBody = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  provider_order_id: singleLine(255),
});

/** An account with its counts of the last seven days, and the number of all orders delivered to it. */
export const operatorAccountView = z
  .object({
    id,
    name: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'Null for an account that logs in with a mobile number only' }),
    mobile: z.string().nullable().meta({ description: 'The confirmed mobile number' }),
    refusals: count.meta({
      description: 'Requests refused by the limits for orders and payments in the last seven days',
    }),
    expired: count.meta({ description: 'Orders of the last seven days that were not paid in time' }),
    orders: count.meta({ description: 'Orders of the last seven days' }),
    delivered: count.meta({ description: 'All orders delivered to the account' }),
    operator: z.boolean(),
    blocked: z.boolean(),
    created_at: timestamp,
    last_seen: timestamp.nullable(),
  })
  .meta({ id: 'OperatorAccount' });
export type OperatorAccountView = z.infer<typeof operatorAccountView>;

const accountFilter = {
  search: searchText(100).optional().meta({ description: 'Part of a name, an email address or a mobile number' }),
  list: z
    .enum(ACCOUNT_LISTS)
    .optional()
    .meta({ description: 'By default, all that match `search`; `attention` without a search' }),
};

/** The range of days applies to the creation of the accounts. */
export const operatorAccountFilter = listQuery(accountFilter);
export const operatorAccountsFileQuery = listQuery({ ...accountFilter, ...sortedBy(ACCOUNT_SORTS) });

/** `after`: the id of the last account of the previous page; `attention` is listed in full. */
export const operatorAccountsQuery = listQuery({ ...accountFilter, ...sortedBy(ACCOUNT_SORTS), ...page.shape });

/** The sums of all accounts that match a filter. */
export const operatorAccountsSummary = z
  .object({
    accounts: count,
    blocked: count.meta({ description: 'How many of them are blocked' }),
    orders: count.meta({ description: 'Their orders of the last seven days' }),
    expired: count.meta({ description: 'How many of these were not paid in time' }),
    refusals: count.meta({ description: 'Requests of the last seven days that the limits refused' }),
  })
  .meta({ id: 'OperatorAccountsSummary' });

export const blockAccountBody = z.object({ blocked: z.boolean() });

export const listOperatorActivity = endpoint({
  method: 'get',
  path: '/api/operator/activity',
  access: 'operator',
  summary: 'List the activity of the operators, newest first',
  query: operatorActivityQuery,
  output: z.array(operatorActivityView),
});

export const listAccounts = endpoint({
  method: 'get',
  path: '/api/operator/accounts',
  access: 'operator',
  summary:
    'List accounts that exceeded a limit or have many unpaid or undelivered orders, and blocked ones, or search by name, email or mobile number',
  query: operatorAccountsQuery,
  output: z.array(operatorAccountView),
});

export const summarizeAccounts = endpoint({
  method: 'get',
  path: '/api/operator/accounts/summary',
  access: 'operator',
  summary: 'Get the sums of the accounts that match a filter',
  query: operatorAccountFilter,
  output: operatorAccountsSummary,
});

export const exportAccounts = endpoint({
  method: 'get',
  path: '/api/operator/accounts.csv',
  access: 'operator',
  summary: 'Export the accounts that match a filter as CSV; recorded in the activity of the operators',
  query: operatorAccountsFileQuery,
  file: 'text/csv',
});

export const blockAccount = endpoint({
  method: 'patch',
  path: '/api/operator/accounts/:id',
  access: 'operator',
  changes: ['/api/operator/accounts/summary', '/api/operator/activity'],
  summary: 'Block an account and end its sessions, or unblock it',
  params: idParams,
  body: blockAccountBody,
  output: operatorAccountView,
});

export const openQueueDashboard = endpoint({
  method: 'post',
  path: '/api/operator/queue-dashboard',
  access: 'operator',
  summary: 'Grant this browser access to the job queue dashboard for an hour',
  isReadOnly: true,
  output: queueDashboardView,
});

export const listPayments = endpoint({
  method: 'get',
  path: '/api/operator/payments',
  access: 'operator',
  summary: 'List online payments, newest first or sorted',
  query: operatorPaymentsQuery,
  output: z.array(operatorPaymentView),
});

export const summarizePayments = endpoint({
  method: 'get',
  path: '/api/operator/payments/summary',
  access: 'operator',
  summary: 'Get the sums of the payments that match a filter',
  query: operatorPaymentFilter,
  output: operatorPaymentsSummary,
});

export const exportPayments = endpoint({
  method: 'get',
  path: '/api/operator/payments.csv',
  access: 'operator',
  summary: 'Export the payments that match a filter as CSV, without their customers',
  query: operatorPaymentsFileQuery,
  file: 'text/csv',
});

export const getPaymentHealth = endpoint({
  method: 'get',
  path: '/api/operator/payments/health',
  access: 'operator',
  summary: 'Get the reconciliation of orders and payments',
  output: paymentHealthView,
});

export const listUnknownPayments = endpoint({
  method: 'get',
  path: '/api/operator/payments/unknown',
  access: 'operator',
  summary: 'List unknown payments, which webhook events report and the database lacks, newest first',
  output: z.array(unknownPaymentView),
});

export const dismissUnknownPayment = endpoint({
  method: 'post',
  path: '/api/operator/payments/unknown/dismiss',
  access: 'operator',
  changes: ['/api/operator/payments'],
  summary: 'Dismiss an unknown payment that belongs to another application',
  body: dismissPaymentBody,
  errors: ['not_found'],
});

export const getPayment = endpoint({
  method: 'get',
  path: '/api/operator/payments/:id',
  access: 'operator',
  summary: 'Get a payment with its timeline',
  params: idParams,
  output: paymentTimelineView,
});

export const checkPayment = endpoint({
  method: 'post',
  path: '/api/operator/payments/:id/check',
  access: 'operator',
  changes: ['/api/operator/payments'],
  summary: 'Update a payment and its refund from the provider',
  params: idParams,
  output: paymentTimelineView,
});

export const refundPayment = endpoint({
  method: 'post',
  path: '/api/operator/payments/:id/refund',
  access: 'operator',
  changes: ['/api/operator/payments'],
  summary: 'Refund a payment, or retry its refund',
  params: idParams,
  output: paymentTimelineView,
  errors: ['status_not_allowed'],
});
