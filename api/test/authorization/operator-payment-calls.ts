import { database } from '@haat/core/db/database';
import type { Calls } from './call.ts';
import type { World } from './world.ts';

const OF_OPERATOR = '401 403 403 403 403 403 200 401 401';

export const OPERATOR_PAYMENT_CALLS: Calls = {
  'POST /api/operator/queue-board': { expected: OF_OPERATOR },
  'GET /api/operator/payments': { expected: OF_OPERATOR },
  'GET /api/operator/payments of too long a search': {
    expected: OF_OPERATOR.replace('200', '400'),
    input: () => ({ path: `/api/operator/payments?search=${'a'.repeat(101)}` }),
  },
  'GET /api/operator/payments/health': { expected: OF_OPERATOR },
  'GET /api/operator/payments/:id': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/payments/${await newPayment(world)}` }),
  },
  'GET /api/operator/payments/:id of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({ path: '/api/operator/payments/999999999' }),
  },
  'GET /api/operator/payments/:id of no number': {
    expected: OF_OPERATOR.replace('200', '400'),
    input: () => ({ path: '/api/operator/payments/0x10' }),
  },
  'POST /api/operator/payments/:id/check': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/payments/${await newPayment(world)}/check` }),
  },
  'POST /api/operator/payments/:id/check of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({ path: '/api/operator/payments/999999999/check' }),
  },
  'POST /api/operator/payments/:id/refund': {
    expected: OF_OPERATOR,
    input: async (world) => ({ path: `/api/operator/payments/${await newPayment(world)}/refund` }),
  },
  'POST /api/operator/payments/:id/refund of none': {
    expected: OF_OPERATOR.replace('200', '404'),
    input: () => ({ path: '/api/operator/payments/999999999/refund' }),
  },
};

/** Money of the customer for no order. */
async function newPayment({ owner }: World): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(
    `INSERT INTO payments (provider, user_id, amount_paise, state, paid_at, provider_payment_id)
     VALUES ('razorpay', $1, 100, 'paid', now(), 'pay_' || gen_random_uuid()) RETURNING id`,
    [owner.id],
  );
  return rows[0]?.id ?? 0;
}
