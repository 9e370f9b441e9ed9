import { unsubscribeToken } from '@haat/core/orders/mail/unsubscribe';
import { OWN } from './expected.ts';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

const save = {
  expected: OWN,
  input: ({ newName }: AuthorizationFixtures) => ({ body: { fcm_token: newName() } }),
};

/** All users have devices and preferences of their own; no call names another user. */
export const PUSH_CALLS: Calls = {
  'POST /api/users/fcm-token': save,
  'POST /api/save-fcm-token': save,
  'GET /api/push/config': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /api/users/message-preferences': { expected: OWN },
  'PUT /api/users/message-preferences': {
    expected: OWN,
    input: () => ({
      body: {
        new_orders: { push: true },
        order_status: { push: true, mail: true },
        order_ends: { push: true, mail: false },
        refunds: { push: true },
      },
    }),
  },
  'PUT /api/users/language': { expected: OWN, input: () => ({ body: { language: 'hi' } }) },
  // The token in the link authorizes the call: it turns off the mails of its own account, without a session.
  'POST /api/unsubscribe': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: ({ owner }) => ({ body: { token: unsubscribeToken(owner.id, 'order_ends') } }),
  },
  'POST /api/unsubscribe with a forged token': {
    expected: '404 404 404 404 404 404 404 404 404 404 404',
    input: ({ owner }) => ({ body: { token: `${owner.id}.order_ends.${'x'.repeat(43)}` } }),
  },
};

export const NOTIFICATION_CALLS: Calls = {
  'GET /api/users/notifications': { expected: OWN },
  'GET /api/users/notifications/unread': { expected: OWN },
  'POST /api/users/notifications/read': { expected: OWN, input: () => ({ body: { seq: 1 } }) },
  'GET /api/notifications': { expected: '401 403 403 200 200 200 200 401 401 403 403' },
  'GET /api/notifications/acknowledged': { expected: '401 403 403 200 200 200 200 401 401 403 403' },
  // The operator of the platform only watches: the shop itself must acknowledge its orders.
  'POST /api/notifications/acknowledge': {
    expected: '401 403 403 200 200 200 403 401 401 403 403',
    input: () => ({ body: { seq: 1 } }),
  },
  'GET /api/notifications/missed-orders': { expected: '401 403 403 200 200 200 200 401 401 403 403' },
  // Here too.
  'POST /api/notifications/missed-orders/read': {
    expected: '401 403 403 200 200 200 403 401 401 403 403',
    input: () => ({ body: { order_ids: [1] } }),
  },
  'POST /api/notifications/stream-ticket': { expected: '401 403 403 200 200 200 200 401 401 403 403' },
  'GET /api/notifications/stream': {
    expected: '401 403 403 200 200 200 200 401 401 403 403',
    input: (_, { bearer }) => ({
      path: `/api/notifications/stream${bearer === undefined ? '' : `?token=${bearer}`}`,
    }),
  },
};
