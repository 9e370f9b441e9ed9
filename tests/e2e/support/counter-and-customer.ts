import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { adminOf, deviceThat, findAccount, vendorOf } from './accounts.ts';
import { storeItems } from './open-contexts.ts';
import { type Customer, newCustomer } from './place-orders.ts';
import { openSession, signIn } from './sign-in.ts';
import { ownLanguage, type Texts, textsOf } from './texts.ts';

/** What reaches another screen by itself. */
export const LIVE = { timeout: 15_000 };

export type CounterAndCustomer = Pick<Customer, 'order'> & {
  counter: Page;
  customer: Page;
  t: Texts;
  /** The card of an order, on the board as in the history. */
  card: (page: Page, number: string) => Locator;
  /** Opens what the ticket of an order leaves out, with everything else that the shop can do. */
  more: (number: string) => Promise<Locator>;
  /** The vendor finds an order whatever its status is. */
  find: (number: string) => Promise<Locator>;
  /** The vendor moves an order on. `status`: the text of the next one. */
  markAs: (number: string, status: string) => Promise<void>;
};

/**
 * A vendor at the order board of a shop, and a new customer of it, in the language of this width. `order` orders without a
 * screen; the page of the customer is still to be opened.
 */
export async function openCounterAndCustomer(
  newUser: () => Promise<{ page: Page }>,
  shop: string,
  language = ownLanguage(),
): Promise<CounterAndCustomer> {
  const [{ page: counter }, { page: customer }] = [await newUser(), await newUser()];
  const t = textsOf(language);
  await signIn(counter, shop, vendorOf(shop), language);
  await counter.goto(`/#/${shop}/shop-orders`);
  await expect(counter.getByText(t('notifications.live'), { exact: true })).toBeVisible(LIVE);
  const { session, order } = await newCustomer(customer.request, shop);
  await storeItems(customer.context(), deviceThat(session, language));
  const card = (page: Page, number: string) =>
    page.getByRole('article', { name: t('history.order', { number }), exact: true });
  const markAs = (number: string, status: string) => {
    const button = card(counter, number).getByRole('button', {
      name: status === 'status.inTransit' ? t('shopOrders.sendOut') : t('shopOrders.markAs', { status: t(status) }),
    });
    // Where the shop asks for a code, a dialog opens.
    const asked = counter.locator('dialog[open]').first();
    return pressUntil(button, async () => {
      if (!(await asked.isVisible())) await expect(button).toBeHidden({ timeout: 1000 });
    });
  };
  const more = async (number: string) => {
    const button = counter.getByRole('button', { name: t('shopOrders.moreOf', { number }), exact: true });
    const dialog = counter.getByRole('dialog', { name: t('history.order', { number }), exact: true });
    await pressUntil(button, () => expect(dialog).toBeVisible({ timeout: 1000 }));
    return dialog;
  };
  const find = async (number: string) => {
    await counter.goto(`/#/${shop}/shop-orders?search=${number}`);
    return card(counter, number);
  };
  return { counter, customer, order, t, card, markAs, more, find };
}

/**
 * Presses a button of the board until it has done its work. By its key: orders of other tests move the cards, and a tap would land
 * on the card that has come to that place.
 */
export async function pressUntil(button: Locator, isDone: () => Promise<void>): Promise<void> {
  await button.waitFor(LIVE);
  await expect(async () => {
    if (await button.isVisible()) await button.press('Enter', { timeout: 2000 }).catch(() => {});
    await isDone();
  }).toPass(LIVE);
}

/** Changes settings of a shop through the call of its form, unless they are like that already. */
export async function changeSettings(
  { request }: Page,
  shop: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { authToken } = (await findAccount(adminOf(shop))) ?? (await openSession({ request }, shop, adminOf(shop)));
  const { id } = (await (await request.get(`/api/shops/${shop}`)).json()) as { id: number };
  const headers = { authorization: `Bearer ${authToken}` };
  const settings = (await (await request.get(`/api/shops/${id}/settings`, { headers })).json()) as Record<
    string,
    unknown
  >;
  if (Object.entries(changes).every(([name, value]) => isDeepStrictEqual(settings[name], value))) return;
  const saved = await request.put(`/api/shops/${id}/settings`, { headers, data: { ...settings, ...changes } });
  expect(saved.status(), await saved.text()).toBe(200);
}
