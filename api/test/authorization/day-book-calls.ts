import type { Calls } from './call.ts';

export const DAY_BOOK_CALLS: Calls = {
  'GET /api/shops/:shopId/day-book': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/day-book?day=2026-11-20` }),
  },
  'GET /api/shops/:shopId/day-book.csv': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/day-book.csv` }),
  },
  'GET /api/shops/:shopId/day-book of no shop': {
    expected: '401 403 403 403 403 403 404 401 401',
    input: () => ({ path: '/api/shops/999999999/day-book' }),
  },
  'GET /api/shops/:shopId/day-book of no day': {
    expected: '401 403 403 400 400 400 400 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/day-book?day=2026-02-30` }),
  },
};
