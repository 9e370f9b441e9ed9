import type { Page, Route } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/narrow-viewport.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { WITHOUT_APP } from './support/open-contexts.ts';

const SHOP = 'malnad-dairy';
/** As long as a name may be, with no place to break it. */
const LONG = 'Unbreakable'.repeat(6).slice(0, 60);
const MUCH = { price: 99_999.99, quantity: 999 };

type Order = { total: number; shop: object; items: object[]; address: object };

const PLACES: readonly [path: string, shown: (page: Page) => Promise<unknown>][] = [
  ['/carts', (page) => page.getByRole('article').waitFor()],
  [`/${SHOP}/products`, (page) => page.getByRole('article').first().waitFor()],
  [`/${SHOP}/order`, (page) => page.getByText('no longer sold').first().waitFor()],
  [`/${SHOP}/address`, openAddresses],
  [`/${SHOP}/order-history`, (page) => page.getByRole('article').first().waitFor()],
  [`/${SHOP}/order-summary`, (page) => page.getByRole('list', { name: 'Order progress' }).waitFor()],
];

test('the longest names and the highest prices break no screen of an order at 320 px', async ({ quietPage: page }) => {
  await signIn(page, SHOP, 'customer@haat.example');
  await lengthenAnswers(page);
  await page.goto('/');
  await fillCart(page);
  for (const [path, shown] of PLACES) {
    await page.goto(WITHOUT_APP);
    await page.goto(`/#${path}`);
    await shown(page);
    await expectNoSidewaysScroll(page);
    expect(await cutOff(page), `what is cut off at ${path}`).toEqual([]);
  }
});

async function openAddresses(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit Address' }).click();
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
}

async function lengthenAnswers(page: Page): Promise<void> {
  const change = (lengthen: (answer: never) => unknown) => async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: lengthen((await answer.json()) as never) });
  };
  const names = {
    name: LONG,
    street: `${LONG} ${LONG}`,
    city: LONG,
    zip: '560011-12345',
    phone: '9876543210',
    label: LONG.slice(0, 30),
  };
  const ofOrder = ({ shop, items, ...order }: Order) => ({
    ...order,
    total: MUCH.price * MUCH.quantity,
    shop: { ...shop, name: LONG },
    items: items.map((item) => ({ ...item, ...MUCH, name: LONG, size: LONG })),
    address: names,
  });
  await page.route(
    '**/api/orders/user?*',
    change((orders: Order[]) => orders.slice(0, 3).map(ofOrder)),
  );
  await page.route(
    `**/api/shops/${SHOP}`,
    change((shop: object) => ({ ...shop, name: LONG, address: names.street })),
  );
  await page.route('**/api/address', (route) => route.fulfill({ json: [1, 2].map((id) => ({ id, ...names })) }));
}

/** Two items that are in no shop: the message about them is as long as their names. */
async function fillCart(page: Page): Promise<void> {
  await page.evaluate(
    ([shop, name, much]) => {
      const forms = { image: '', shopId: 3, size: name, color: name, unit: '500 g' };
      const lines = ['999998-0-0-5', '999999-0-0-5'].map((id) => [id, { id, name, ...much, ...forms }]);
      const key = `cart_${localStorage.getItem('userId')}_${shop}`;
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(lines)));
    },
    [SHOP, LONG, MUCH] as const,
  );
}

/** The elements beyond the edge of the window, except in elements that scroll sideways. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element) => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (getComputedStyle(each).overflowX === 'auto') return true;
      }
      return false;
    };
    return [...document.querySelectorAll('header *, main *')]
      .filter((element) => element.getBoundingClientRect().right > 321 && !isScrolled(element))
      .map((element) => `${element.tagName} ${element.className}`);
  });
}
