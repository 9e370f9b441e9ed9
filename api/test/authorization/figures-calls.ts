import type { Calls } from './call.ts';

export const FIGURES_CALLS: Calls = {
  'GET /api/shops/:shopId/figures': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/figures` }),
  },
  'GET /api/shops/:shopId/figures of no shop': {
    expected: '401 403 403 403 403 403 404 401 401',
    input: () => ({ path: '/api/shops/999999999/figures' }),
  },
};
