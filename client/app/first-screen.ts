import { DashboardScreen, LoginScreen, OrderHistoryScreen, OrderScreen, ProductsScreen } from './screens.ts';
import type { LazyScreen } from '../lib/lazy-screen.ts';

/** Those that `early.ts` has asked for, by the last word of their route. */
const SCREENS: Record<string, LazyScreen | undefined> = {
  dashboard: DashboardScreen,
  login: LoginScreen,
  order: OrderScreen,
  'order-history': OrderHistoryScreen,
  products: ProductsScreen,
};

/**
 * Resolves when the screen in the address can be drawn at once, so that nothing stands in for it first: React shows what
 * comes after a stand-in 300 ms late. At the latest after a moment, for then something must be seen.
 */
export async function firstScreen(): Promise<void> {
  const screen = window.early?.screen ?? '';
  const moment = new Promise((resolve) => setTimeout(resolve, 300));
  // Without the code the app says itself what is the matter.
  await Promise.race([SCREENS[screen]?.preload().catch(() => {}), moment]);
}
