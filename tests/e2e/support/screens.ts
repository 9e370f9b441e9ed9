import { BACK_OFFICE_MONEY_SCREENS } from './back-office-money-screens.ts';
import { BACK_OFFICE_ORDER_SCREENS } from './back-office-order-screens.ts';
import { BACK_OFFICE_PRODUCT_SCREENS } from './back-office-product-screens.ts';
import { BACK_OFFICE_SHOP_SCREENS } from './back-office-shop-screens.ts';
import { BACK_OFFICE_STOCK_SCREENS } from './back-office-stock-screens.ts';
import { MARKET_SCREENS } from './public-screens.ts';
import { OFFLINE_SCREENS } from './offline-screens.ts';
import { OPERATOR_SCREENS } from './operator-screens.ts';
import { ORDER_SCREENS } from './order-screens.ts';
import { PAYMENT_SCREENS } from './payment-screens.ts';
import type { Screen } from './screen.ts';

/** Every screen, popup and state that a person can have before the eyes. */
export const SCREENS: readonly Screen[] = [
  ...MARKET_SCREENS,
  ...ORDER_SCREENS,
  ...PAYMENT_SCREENS,
  ...BACK_OFFICE_ORDER_SCREENS,
  ...BACK_OFFICE_PRODUCT_SCREENS,
  ...BACK_OFFICE_STOCK_SCREENS,
  ...BACK_OFFICE_MONEY_SCREENS,
  ...BACK_OFFICE_SHOP_SCREENS,
  ...OPERATOR_SCREENS,
  ...OFFLINE_SCREENS,
];
