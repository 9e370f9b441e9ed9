import type { Calls } from './call.ts';

export const NOTIFICATION_CALLS: Calls = {
  'GET /api/notifications': { expected: '401 403 403 200 200 200 200 401 401' },
  'GET /api/notifications/acknowledged': { expected: '401 403 403 200 200 200 200 401 401' },
  // The operator of the platform looks on: it is for the shop to take notice of its orders.
  'POST /api/notifications/acknowledge': {
    expected: '401 403 403 200 200 200 403 401 401',
    input: () => ({ body: { seq: 1 } }),
  },
  'POST /api/notifications/stream-ticket': { expected: '401 403 403 200 200 200 200 401 401' },
  'GET /api/notifications/stream': {
    expected: '401 403 403 200 200 200 200 401 401',
    input: (_, { bearer }) => ({
      path: `/api/notifications/stream${bearer === undefined ? '' : `?token=${bearer}`}`,
    }),
  },
};
