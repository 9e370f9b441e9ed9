import { ACCOUNT_CALLS } from './account-calls.ts';
import { CATALOGUE_CALLS } from './catalogue-calls.ts';
import type { Calls } from './call.ts';
import { DAY_BOOK_CALLS } from './day-book-calls.ts';
import { FIGURES_CALLS } from './figures-calls.ts';
import { DESK_CALLS } from './desk-calls.ts';
import { IMPORT_CALLS } from './import-calls.ts';
import { NOTIFICATION_CALLS } from './notification-calls.ts';
import { OPERATOR_PAYMENT_CALLS } from './operator-payment-calls.ts';
import { ORDER_CALLS } from './order-calls.ts';
import { PAYMENT_CALLS } from './payment-calls.ts';
import { PRODUCT_CALLS } from './product-calls.ts';
import { PUBLIC_CALLS } from './public-calls.ts';
import { PUSH_CALLS } from './push-calls.ts';

/** Who may call what: the status of each call for each identity, in the order of `IDENTITIES`. */
export const MATRIX: Calls = {
  ...PUBLIC_CALLS,
  ...ACCOUNT_CALLS,
  ...PRODUCT_CALLS,
  ...CATALOGUE_CALLS,
  ...ORDER_CALLS,
  ...PAYMENT_CALLS,
  ...NOTIFICATION_CALLS,
  ...FIGURES_CALLS,
  ...DAY_BOOK_CALLS,
  ...IMPORT_CALLS,
  ...DESK_CALLS,
  ...OPERATOR_PAYMENT_CALLS,
  ...PUSH_CALLS,
};
