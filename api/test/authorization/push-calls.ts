import type { Calls } from './call.ts';
import type { World } from './world.ts';

const save = {
  expected: '401 200 200 200 200 200 200 401 401',
  input: ({ newName }: World) => ({ body: { fcm_token: newName() } }),
};

/** Everybody has devices and preferences of their own; no call names somebody else. */
export const PUSH_CALLS: Calls = {
  'POST /api/users/fcm-token': save,
  'POST /api/save-fcm-token': save,
  'GET /api/push/config': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /api/users/push-preferences': { expected: '401 200 200 200 200 200 200 401 401' },
  'PUT /api/users/push-preferences': {
    expected: '401 200 200 200 200 200 200 401 401',
    input: () => ({ body: { new_orders: true, order_status: false, refunds: true } }),
  },
};
