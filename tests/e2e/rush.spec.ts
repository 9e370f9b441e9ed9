import type { Page } from '@playwright/test';
import { newCustomer } from './support/place-orders.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** No other test looks at its orders. */
const SHOP = 'ayyangar-bakery';
const TAPS = 500;
const ORDER_EVERY_MS = 350;
/** After 1.5 s without a touch the board moves its cards: one tap of so many is aimed before and lands after that. */
const REST_EVERY = 50;

/** A busy machine taps late. The person has then seen which card came there. */
const SEEN_MS = 300;

type Aim = { order: string; x: number; y: number };

declare global {
  interface Window {
    /** The order that took each tap, and for how long its card stood there, in ms; undefined of a tap that nothing took. */
    rush: ({ order: string; stoodMs: number } | undefined)[];
  }
}

test('applies a tap only to the order it was aimed at while new orders come in', async ({ quietPage: page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 820, height: 1180 });
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/shop-orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const orders = await incomingOrders(page);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(4);
  await recordLandings(page);

  const aims = await tapAll(page);
  const placed = await orders.stop();
  const landings = await page.evaluate(() => window.rush);
  const wrong = aims.flatMap(({ order }, tap) => {
    const landed = landings[tap];
    const isRight = landed === undefined || landed.order === order || landed.stoodMs > SEEN_MS;
    return isRight ? [] : [{ tap, order, landed }];
  });
  const untaken = landings.filter((landed) => landed === undefined).length;
  process.stdout.write(`${aims.length} taps, ${placed} orders meanwhile, ${untaken} taps not taken\n`);
  expect(landings, 'what the page saw of each tap').toHaveLength(TAPS);
  expect(wrong).toEqual([]);
  expect(placed, 'orders that came in').toBeGreaterThan(20);
  expect(untaken / TAPS, 'share of taps that nothing took').toBeLessThan(0.3);
});

/** Places orders of several customers until it is stopped, which returns their number. */
async function incomingOrders(page: Page) {
  const customers = await Promise.all(Array.from({ length: 8 }, () => newCustomer(page.request, SHOP)));
  let placed = 0;
  const over = new AbortController();
  let next = 0;
  // An order of an item that is sold out by then is refused.
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

/** Notes which order takes each tap, after the board had the chance to refuse it. */
const recordLandings = (page: Page) =>
  page.evaluate(() => {
    const cardOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-order]') : null;
    const places = new Map<HTMLElement, { at: string; since: number }>();
    const measure = () => {
      for (const card of document.querySelectorAll<HTMLElement>('[data-order]')) {
        const at = `${card.offsetLeft} ${card.offsetTop}`;
        if (places.get(card)?.at !== at) places.set(card, { at, since: performance.now() });
      }
    };
    measure();
    new MutationObserver(measure).observe(document.body, { childList: true, subtree: true });
    let tapped: (typeof window.rush)[number];
    window.rush = [];
    window.addEventListener('pointerdown', () => void window.rush.push(undefined), true);
    // Undo leaves the page with its tap.
    window.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        const card = cardOf(target);
        const order = card?.dataset.order;
        tapped = card && order ? { order, stoodMs: timeStamp - (places.get(card)?.since ?? timeStamp) } : undefined;
      },
      true,
    );
    document.addEventListener('click', () => void (window.rush[window.rush.length - 1] = tapped));
  });

/** Aims at a button, waits as long as a finger takes, and taps where it stood. Returns what each tap was aimed at. */
async function tapAll(page: Page): Promise<Aim[]> {
  const aims: Aim[] = [];
  while (aims.length < TAPS) {
    const tap = aims.length;
    const aimed = await aim(page, tap);
    if (!aimed) continue;
    const isAfterRest = tap % REST_EVERY === REST_EVERY - 1;
    await page.waitForTimeout(isAfterRest ? 1400 + (tap % 5) * 50 : (tap * 37) % 40);
    await page.mouse.click(aimed.x, aimed.y);
    aims.push(aimed);
  }
  return aims;
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
