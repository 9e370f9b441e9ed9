import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A document of our own origin without any script. Loading the app from there reuses its process and compiled code. */
export const WITHOUT_APP = '/favicon.svg';

type StoredDevice = Exclude<BrowserContextOptions['storageState'], string | undefined>;
type Open = { context: BrowserContext; anchor: Page; isChanged: boolean };

/** What changes a context for good: it is not used again. */
const CHANGES = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'setGeolocation',
  'setOffline',
] as const;

/**
 * Browser contexts that stay open from one test to the next, each with a renderer process, which takes about as long to start
 * as our page takes to load. A test gets one without cookies, stored items or pages, like a new one. A context whose clock,
 * permissions or scripts a test changed is closed instead.
 */
export class OpenContexts {
  readonly #browser: Browser;
  readonly #free: Open[] = [];
  readonly #taken: Open[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(): Promise<BrowserContext> {
    const open = this.#free.pop() ?? (await this.#open());
    this.#taken.push(open);
    await open.context.clearCookies();
    await open.anchor.evaluate(() => localStorage.clear());
    return open.context;
  }

  /** Takes back what the test used. */
  async giveBack(): Promise<void> {
    await Promise.all(
      this.#taken.splice(0).map(async (open) => {
        if (open.isChanged) return closeContext(open.context);
        await open.context.unrouteAll({ behavior: 'ignoreErrors' });
        const pages = open.context.pages().filter((page) => page !== open.anchor);
        await Promise.all(pages.map(closePage));
        this.#free.push(open);
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#free.map(({ context }) => closeContext(context)));
  }

  async #open(): Promise<Open> {
    const context = await this.#browser.newContext();
    const anchor = await context.newPage();
    await anchor.goto(WITHOUT_APP);
    const open: Open = { context, anchor, isChanged: false };
    const noteCalls = (owner: object, names: readonly string[]) => {
      for (const name of names) {
        const call = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
        Reflect.set(owner, name, (...args: unknown[]) => {
          open.isChanged = true;
          return call.apply(owner, args);
        });
      }
    };
    noteCalls(context, CHANGES);
    noteCalls(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']);
    return open;
  }
}

/** Replaces the local storage of a context, through the page that is kept open where there is one. */
export async function storeItems(context: BrowserContext, device: StoredDevice): Promise<void> {
  const anchor = context.pages().find((page) => page.url().endsWith(WITHOUT_APP));
  if (!anchor) return context.setStorageState(device);
  await anchor.evaluate(
    (items) => {
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    device.origins.flatMap(({ localStorage: items }) => items),
  );
}

async function closePage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
}

/** Closes a context, also while a route handler is answering a request: a page reloads its data after a live event. */
export async function closeContext(context: BrowserContext): Promise<void> {
  const owners = [context, ...context.pages()];
  await Promise.all(owners.map((owner) => owner.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
