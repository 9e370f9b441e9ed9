import type { Calls } from './fixtures.ts';

/** Calls that do not look at who asks, and paths that lead nowhere. */
export const PUBLIC_CALLS: Calls = {
  'GET /api/navigation': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /api/shops': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /api/search': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: () => ({ path: '/api/search?q=milk' }),
  },
  'GET /api/search/categories': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /api/shops/:slug': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: ({ shop }) => ({ path: `/api/shops/${shop.slug}` }),
  },
  'GET /api/pin-codes/:pin': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: () => ({ path: '/api/pin-codes/560011' }),
  },
  'GET /api/shop-applications/slugs/:slug': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: () => ({ path: '/api/shop-applications/slugs/green-leaf' }),
  },
  'POST /api/analytics/visit': { expected: '204 204 204 204 204 204 204 204 204 204 204' },
  'GET /api/analytics/visit-count': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /live': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /ready': { expected: '200 200 200 200 200 200 200 200 200 200 200' },
  'GET /api/nothing': { expected: '404 404 404 404 404 404 404 404 404 404 404' },
};
