import * as z from 'zod';
import { MAX_LINES, MAX_QUANTITY } from './cart.ts';
import {
  MAX_PROBLEM_PICTURES,
  PROBLEM_KINDS,
  PROBLEM_MESSAGE_KINDS,
  PROBLEM_STATES,
  PROBLEM_TEXT_MAX,
} from './order-problems.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { id, idParam, idParams, multiLine, page, refundableView, rupees, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS, PROBLEM_PATHS } from '../changes.ts';
import { itemQuantities } from './order-lines.calls.ts';
import { jsonList } from '../catalog/product-forms.calls.ts';

const quantity = z.number().int().min(1).max(MAX_QUANTITY);
const words = multiLine(PROBLEM_TEXT_MAX);
const given = words.pipe(z.string().min(1, 'must not be empty'));
const optional = words
  .transform((text) => text || undefined)
  .optional()
  .meta({ description: 'A message for the other side' });

const reportedLine = z.object({ item_id: id, quantity, kind: z.enum(PROBLEM_KINDS) });

export const reportProblemForm = z.object({
  lines: jsonList(reportedLine, MAX_LINES)
    .refine((lines) => new Set(lines.map(({ item_id }) => item_id)).size === lines.length, 'must have each line once')
    .meta({ description: 'JSON: `[{"item_id": 1, "quantity": 1, "kind": "damaged"}]`' }),
  text: optional,
});
export type ProblemReport = z.infer<typeof reportProblemForm>;

const returned = itemQuantities.optional().meta({ description: 'The items that were returned and are on sale again' });

export const answerProblemBody = z
  .union([
    z.object({ answer: z.literal('refund'), amount: rupees.min(0.01), text: optional, returned }),
    z.object({
      answer: z.literal('replacement'),
      lines: itemQuantities.min(1).optional().meta({ description: 'By default the lines that were reported' }),
      text: optional,
      returned,
    }),
    z.object({ answer: z.literal('refusal'), text: given, returned }),
  ])
  .meta({ id: 'ProblemAnswer' });
export type ProblemAnswer = z.infer<typeof answerProblemBody>;

export const problemMessageBody = z.object({ text: given });

const orderRef = z.object({ id, orderNumber: z.string() });
const actor = z.enum(['customer', 'shop', 'operator']);

const problemFacts = {
  id,
  number: z.string(),
  order: orderRef,
  shop: z.object({ id, slug: z.string(), name: z.string().nullable() }),
  customer_name: z.string(),
  state: z.enum(PROBLEM_STATES),
  reported_at: timestamp,
  acknowledge_by: timestamp,
  solve_by: timestamp,
};

/** A problem in a list. */
export const problemRowView = z
  .object({
    ...problemFacts,
    kinds: z.array(z.enum(PROBLEM_KINDS)),
    items: z.array(z.string()).meta({ description: 'The names of the lines that were reported' }),
    is_waiting: z.boolean().meta({ description: 'Whether the latest message is from the customer' }),
  })
  .meta({ id: 'ProblemRow' });
export type ProblemRowView = z.infer<typeof problemRowView>;

const orderedItem = {
  item_id: id,
  price: rupees,
  name: z.string(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  unit: z.string().nullable(),
  image: z.string().nullable(),
};

export const problemView = z
  .object({
    ...problemFacts,
    acknowledged_at: timestamp.nullable(),
    solved_at: timestamp.nullable(),
    refunded: rupees.nullable().meta({ description: 'The amount that was refunded' }),
    replacement: orderRef.nullable(),
    refundable: refundableView,
    lines: z.array(
      z.object({
        ...orderedItem,
        ordered: z.number().int(),
        quantity: z.number().int(),
        kind: z.enum(PROBLEM_KINDS),
        returned: z.number().int(),
      }),
    ),
    pictures: z.array(z.uuid()).meta({ description: 'Their ids; see GET /api/problems/:id/pictures/:picture' }),
    messages: z
      .array(
        z.object({
          id,
          kind: z.enum(PROBLEM_MESSAGE_KINDS),
          actor,
          text: z.string().nullable().meta({ description: 'Null if there is no text, or if its author was erased' }),
          by: z.string().optional().meta({ description: 'The name of the member; for shop and operator only' }),
          at: timestamp,
        }),
      )
      .meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'Problem' });
export type ProblemView = z.infer<typeof problemView>;

/** An order with its problems, and the items that can be reported. */
export const orderProblemsView = z
  .object({
    order: orderRef,
    shop: problemFacts.shop,
    order_status: z.enum(ORDER_STATUSES),
    report_until: timestamp.nullable(),
    items: z.array(z.object({ ...orderedItem, quantity: z.number().int() })),
    problems: z.array(problemView).meta({ description: 'Newest first' }),
  })
  .meta({ id: 'OrderProblems' });
export type OrderProblemsView = z.infer<typeof orderProblemsView>;

export const problemsQuery = page.extend({ solved: z.literal('true').optional() });
const count = z.number().int().min(0);
export const problemCountsView = z.object({ open: count, unsolved: count, overdue: count }).meta({
  id: 'ProblemCounts',
  description: 'The numbers of problems that are not acknowledged, not solved, and past their deadline',
});
export type ProblemCountsView = z.infer<typeof problemCountsView>;

const shopParams = z.object({ shopId: idParam });

export const reportProblem = endpoint({
  method: 'post',
  path: '/api/orders/:id/problems',
  access: 'user',
  changes: ORDER_PATHS,
  summary: 'Report a problem with lines of a delivered order, as its customer',
  isIdempotent: true,
  params: idParams,
  form: { fields: reportProblemForm, file: { field: 'picture', kind: 'picture', most: MAX_PROBLEM_PICTURES } },
  status: 201,
  output: problemView,
  errors: ['status_not_allowed', 'idempotency_conflict', 'rate_limited'],
});

export const getOrderProblems = endpoint({
  method: 'get',
  path: '/api/orders/:id/problems',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'Get the reported problems of an order, for its customer, its shop and the operator',
  params: idParams,
  output: orderProblemsView,
});

export const getProblem = endpoint({
  method: 'get',
  path: '/api/problems/:id',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'Get a reported problem, for its customer, its shop and the operator',
  params: idParams,
  output: problemView,
});

export const getProblemPicture = endpoint({
  method: 'get',
  path: '/api/problems/:id/pictures/:picture',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'Get a picture of a reported problem, for its customer, its shop and the operator',
  params: idParams.extend({ picture: z.uuid() }),
  file: 'image/webp',
});

export const sendProblemMessage = endpoint({
  method: 'post',
  path: '/api/problems/:id/messages',
  access: 'user',
  changes: PROBLEM_PATHS,
  onSharedDevice: 'acting',
  summary: 'Write to the other side about a reported problem',
  isIdempotent: true,
  params: idParams,
  body: problemMessageBody,
  output: problemView,
  errors: ['status_not_allowed', 'idempotency_conflict', 'rate_limited'],
});

export const acknowledgeProblem = endpoint({
  method: 'post',
  path: '/api/problems/:id/acknowledge',
  access: 'orders',
  changes: PROBLEM_PATHS,
  servesOrders: true,
  summary: 'Acknowledge a reported problem',
  params: idParams,
  output: problemView,
  errors: ['status_not_allowed'],
});

export const answerProblem = endpoint({
  method: 'post',
  path: '/api/problems/:id/answer',
  access: 'orders',
  changes: ORDER_PATHS,
  servesOrders: true,
  summary: 'Answer a reported problem with a refund, a replacement at no charge or a refusal',
  isIdempotent: true,
  params: idParams,
  body: answerProblemBody,
  output: problemView,
  errors: ['status_not_allowed', 'refund_too_high', 'out_of_stock', 'idempotency_conflict'],
});

export const listShopProblems = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/problems',
  access: 'orders',
  summary:
    "List a shop's reported problems: those that are not solved by their deadline, or the solved ones, newest first",
  params: shopParams,
  query: problemsQuery,
  output: z.array(problemRowView),
});

export const countShopProblems = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/problems/counts',
  access: 'orders',
  summary: "Count a shop's reported problems that are not solved",
  params: shopParams,
  output: problemCountsView,
});

export const listAllProblems = endpoint({
  method: 'get',
  path: '/api/operator/problems',
  access: 'operator',
  summary: 'List the reported problems of all shops: those that are not solved, overdue ones first, or the solved ones',
  query: problemsQuery,
  output: z.array(problemRowView),
});

export const countAllProblems = endpoint({
  method: 'get',
  path: '/api/operator/problems/counts',
  access: 'operator',
  summary: 'Count the reported problems of all shops that are not solved',
  output: problemCountsView,
});
