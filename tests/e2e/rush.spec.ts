import type { Page } from '@playwright/test';
import { newCustomer } from './support/place-orders.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** No other test looks at its orders. */
const SHOP = 'ayyangar-bakery';
const TAPS = 500;
/** In ms. The test ends in time on a slow machine, too. */
const TAPPING_MS = 76_000;
const ORDER_EVERY_MS = 350;
/** After 1.5 s without a touch the board moves its cards: one tap of so many is aimed before and lands after that. */
const REST_EVERY = 40;

type Aim = { order: string; x: number; y: number };
/** What the page saw of a tap: the order that took it, if one did, and how long it was until its ticket showed the next state. */
type Landing = { order: string | undefined; shownAfter: number | undefined };

declare global {
  interface Window {
    /** Of the last tap: the order that took it, and how long after it (ms) the tickets of which orders changed. */
    rush: { order: string | undefined; shown: Record<string, number> };
  }
}

test('applies a tap only to the order it was aimed at while new orders come in', async ({ quietPage: page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 820, height: 1180 });
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/shop-orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const orders = await incomingOrders(page);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(4);
  await recordLandings(page);

  const { wrong, untaken, times } = await tapUntilDone(page);
  const placed = await orders.stop();
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const taps = times.length + untaken;
  const summary = `${taps} taps, ${placed} orders meanwhile, ${wrong.length} wrong, ${untaken} not taken, p99 ${Math.round(p99)} ms`;
  process.stdout.write(`${summary}\n`);
  expect(wrong).toEqual([]);
  expect(taps, 'taps').toBeGreaterThan(TAPS / 2);
  expect(placed, 'orders that came in').toBeGreaterThan(20);
  expect(untaken / taps, 'share of taps that nothing took').toBeLessThan(0.3);
  expect(p99, 'ms from a tap to the next state').toBeLessThan(1500);
});

/** Places orders of several customers until it is stopped, which returns their number. */
async function incomingOrders(page: Page) {
  const customers = await Promise.all(Array.from({ length: 8 }, () => newCustomer(page.request, SHOP)));
  let placed = 0;
  const over = new AbortController();
  let next = 0;
  // What is sold out by then is refused.
  const place = () =>
    customers[next++ % customers.length]?.order().then(
      () => (placed += 1),
      () => {},
    );
  for (let first = 0; first < 6; first++) await place();
  const rush = (async () => {
    while (!over.signal.aborted) {
      await place();
      await page.waitForTimeout(ORDER_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await rush;
      return placed - 6;
    },
  };
}

/** Notes which order takes a tap, after the board had the chance to refuse it, and when its ticket changes. */
const recordLandings = (page: Page) =>
  page.evaluate(() => {
    const orderOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-order]')?.dataset.order : undefined;
    let tappedAt = 0;
    let tapped: string | undefined;
    window.rush = { order: undefined, shown: {} };
    window.addEventListener(
      'pointerdown',
      () => {
        tappedAt = performance.now();
        window.rush = { order: undefined, shown: {} };
      },
      true,
    );
    // Undo leaves the page with its tap.
    window.addEventListener('click', ({ target }) => void (tapped = orderOf(target)), true);
    document.addEventListener('click', () => void (window.rush.order = tapped));
    // A ticket changes before the click has bubbled to the document.
    const changes = new MutationObserver((records) => {
      const { shown } = window.rush;
      requestAnimationFrame(() => {
        for (const { target } of records) shown[orderOf(target) ?? ''] ??= performance.now() - tappedAt;
      });
    });
    changes.observe(document.body, {
      subtree: true,
      attributeFilter: ['data-changing'],
    });
  });

/** Aims at a button, waits as long as a finger takes, and taps where it stood. */
async function tapUntilDone(page: Page) {
  const until = Date.now() + TAPPING_MS;
  const wrong: { aimed: Aim; landed: string | undefined }[] = [];
  const times: number[] = [];
  let untaken = 0;
  for (let tap = 0; tap < TAPS && Date.now() < until; tap++) {
    const aimed = await aim(page, tap);
    if (!aimed) continue;
    await page.waitForTimeout(tap % REST_EVERY === REST_EVERY - 1 ? 1400 + (tap % 5) * 50 : 20 + ((tap * 37) % 80));
    await page.mouse.click(aimed.x, aimed.y);
    const landed = await landing(page);
    if (landed.order === undefined) untaken += 1;
    else if (landed.order !== aimed.order) wrong.push({ aimed, landed: landed.order });
    else if (landed.shownAfter !== undefined) times.push(landed.shownAfter);
  }
  return { wrong, untaken, times };
}

/** A button for the next status, or one that takes it back, that a finger can reach. */
const aim = (page: Page, tap: number) =>
  page.evaluate((nth): Aim | undefined => {
    const reachable = [
      ...document.querySelectorAll<HTMLElement>('[data-advance]:not([aria-disabled=true]), [data-undo]'),
    ]
      .map((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        return { button, x: left + width / 2, y: top + height / 2 };
      })
      .filter(({ button, x, y }) => button.contains(document.elementFromPoint(x, y)));
    const chosen = reachable[(nth * 7) % reachable.length];
    const order = chosen?.button.closest<HTMLElement>('[data-order]')?.dataset.order;
    return chosen && order !== undefined ? { order, x: chosen.x, y: chosen.y } : undefined;
  }, tap);

/** Once the ticket has changed; of a tap that was not taken, after a moment. */
async function landing(page: Page): Promise<Landing> {
  const seen = () =>
    page.evaluate(() => {
      const { order, shown } = window.rush;
      return {
        order,
        shownAfter: order === undefined ? undefined : shown[order],
      };
    });
  for (let asked = 0; asked < 60; asked++) {
    const { order, shownAfter } = await seen();
    if (shownAfter !== undefined || (order === undefined && asked > 2)) return { order, shownAfter };
    await page.waitForTimeout(15);
  }
  return seen();
}
