import type { Page } from '@playwright/test';
import type { Texts } from './texts.ts';

/** The user of a screen: a guest, a customer without or with orders, a vendor, an admin, or the operator. */
export type Account = 'guest' | 'newcomer' | 'customer' | 'vendor' | 'admin' | 'operator';

/** Something that can be on the screen. `name` is also that of its picture. */
export type Screen = {
  name: string;
  /** A state of a screen that another entry shows. The width decides nothing more, so it is tested on the phone alone. */
  isState?: true;
  who?: Account;
  path: string;
  /** The state before the page loads: a closed shop, no connection, stored data. */
  given?: (page: Page) => Promise<unknown>;
  /** Actions on the screen: open a menu, fill a cart. */
  act?: (page: Page, t: Texts) => Promise<unknown>;
  /** The highest layout shift of a screen whose parts are known to move it more than others do. */
  maxShift?: number;
  /** No new order can arrive. */
  isFeedBroken?: true;
  /** Console errors about an intentionally failed request are allowed. */
  allowsConsoleErrors?: boolean;
};
