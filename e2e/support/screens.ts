import { DESK_SCREENS } from './desk-screens.ts';
import { MARKET_SCREENS } from './market-screens.ts';
import { ORDER_SCREENS } from './order-screens.ts';
import { PAYMENT_SCREENS } from './payment-screens.ts';
import type { Screen } from './screen.ts';

/** Every screen, popup and state that a person can have before the eyes. */
export const SCREENS: readonly Screen[] = [...MARKET_SCREENS, ...ORDER_SCREENS, ...PAYMENT_SCREENS, ...DESK_SCREENS];
