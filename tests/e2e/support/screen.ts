import type { Page } from '@playwright/test';
import type { Texts } from './texts.ts';

/** Who looks at a screen: nobody known, one who never ordered, one with orders, one behind a counter, one in its office, the operator. */
export type Who = 'guest' | 'newcomer' | 'customer' | 'vendor' | 'admin' | 'operator';

/** Something that can be on the screen. `name` is also that of its picture. */
export type Screen = {
  name: string;
  who?: Who;
  path: string;
  /** What is so before the page loads: a closed hour, a lost connection, the stored data of the device. */
  given?: (page: Page) => Promise<unknown>;
  /** What the person does on it: opens a menu, fills a cart. */
  act?: (page: Page, t: Texts) => Promise<unknown>;
  /** The console speaks of a request that is meant to fail. */
  complains?: boolean;
};
