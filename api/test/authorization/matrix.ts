import { ACCOUNT_CALLS, FAVOURITE_CALLS } from './account-calls.ts';
import { BACK_OFFICE_CALLS } from './back-office-calls.ts';
import { CATALOG_CALLS, PRODUCT_CALLS } from './catalog-calls.ts';
import { IMPORT_CALLS } from './import-calls.ts';
import { NOTIFICATION_CALLS, PUSH_CALLS } from './notification-calls.ts';
import { ORDER_CALLS } from './order-calls.ts';
import { PAYMENT_CALLS } from './payment-calls.ts';
import { PUBLIC_CALLS } from './public-calls.ts';
import { CASH_REPORT_CALLS, MONEY_REPORT_CALLS, STATS_CALLS } from './report-calls.ts';
import { SHARED_CATALOG_CALLS } from './shared-catalog-calls.ts';
import { CATEGORY_CALLS } from './category-calls.ts';
import { COUNTER_CALLS } from './counter-calls.ts';
import { PEOPLE_CALLS } from './people-calls.ts';
import { OPERATOR_CALLS, OPERATOR_PAYMENT_CALLS } from './operator-calls.ts';
import { PROBLEM_CALLS } from './problem-calls.ts';
import { TEAM_ORDER_CALLS } from './team-order-calls.ts';
import { STOCK_CALLS } from './stock-calls.ts';
import type { Calls } from './fixtures.ts';

/** The access of each identity: the status of each call, in the order of `IDENTITIES`. */
export const MATRIX: Calls = {
  ...PUBLIC_CALLS,
  ...ACCOUNT_CALLS,
  ...PRODUCT_CALLS,
  ...CATALOG_CALLS,
  ...CATEGORY_CALLS,
  ...SHARED_CATALOG_CALLS,
  ...FAVOURITE_CALLS,
  ...ORDER_CALLS,
  ...PAYMENT_CALLS,
  ...PROBLEM_CALLS,
  ...COUNTER_CALLS,
  ...NOTIFICATION_CALLS,
  ...STATS_CALLS,
  ...CASH_REPORT_CALLS,
  ...MONEY_REPORT_CALLS,
  ...IMPORT_CALLS,
  ...STOCK_CALLS,
  ...TEAM_ORDER_CALLS,
  ...BACK_OFFICE_CALLS,
  ...PEOPLE_CALLS,
  ...OPERATOR_CALLS,
  ...OPERATOR_PAYMENT_CALLS,
  ...PUSH_CALLS,
};
