import { OF_VENDORS } from './expected.ts';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';

const at = ({ shop }: AuthorizationFixtures, path: string) => ({ path: `/api/shops/${shop.id}/${path}` });

export const CASH_REPORT_CALLS: Calls = {
  'GET /api/shops/:shopId/cash-report': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/cash-report?day=2026-11-20` }),
  },
  'GET /api/shops/:shopId/cash-report.csv': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/cash-report.csv` }),
  },
  'GET /api/shops/:shopId/cash-report of no shop': {
    expected: '401 403 403 403 403 403 404 401 401 403 403',
    input: () => ({ path: '/api/shops/999999999/cash-report' }),
  },
  'GET /api/shops/:shopId/cash-report of no day': {
    expected: '401 403 403 400 400 400 400 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/cash-report?day=2026-02-30` }),
  },
};

const MONEY_REPORT = 'money-report?from=2026-11-01&to=2026-11-20';

export const MONEY_REPORT_CALLS: Calls = {
  'GET /api/shops/:shopId/money-report': { expected: OF_VENDORS, input: (world) => at(world, MONEY_REPORT) },
  'GET /api/shops/:shopId/money-report.csv': {
    expected: OF_VENDORS,
    input: (world) => at(world, 'money-report.csv?period=30days&by=product'),
  },
  'GET /api/shops/:shopId/orders.csv': { expected: OF_VENDORS, input: (world) => at(world, 'orders.csv?period=month') },
  'GET /api/shops/:shopId/cash-closes/:day': {
    expected: OF_VENDORS,
    input: (world) => at(world, 'cash-closes/2026-11-20'),
  },
  'POST /api/shops/:shopId/cash-closes': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: (world) => ({ ...at(world, 'cash-closes'), body: nextCount() }),
  },
  'GET /api/shops/:shopId/money-report of no shop': {
    expected: '401 403 403 403 403 403 404 401 401 403 403',
    input: () => ({ path: `/api/shops/999999999/${MONEY_REPORT}` }),
  },
  'GET /api/shops/:shopId/money-report of too many days': {
    expected: '401 403 403 400 400 400 400 401 401 403 403',
    input: (world) => at(world, 'money-report?from=2025-11-01&to=2026-11-20'),
  },
};

let counts = 0;

/** The first count of a day that has no other count. */
function nextCount() {
  counts += 1;
  const day = new Date(Date.UTC(2026, 0, counts)).toISOString().slice(0, 10);
  return { day, person_id: null, entry: 1, counted: 0 };
}

export const STATS_CALLS: Calls = {
  'GET /api/shops/:shopId/stats': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/stats` }),
  },
  'GET /api/shops/:shopId/stats of no shop': {
    expected: '401 403 403 403 403 403 404 401 401 403 403',
    input: () => ({ path: '/api/shops/999999999/stats' }),
  },
};
