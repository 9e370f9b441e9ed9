import type { Page } from '@playwright/test';
import { deviceThat } from './support/accounts.ts';
import { countSounds, pagesPlayingSound } from './support/count-sounds.ts';
import { storeItems } from './support/open-contexts.ts';
import { openNewShop } from './support/open-shop.ts';
import { newCustomer } from './support/place-orders.ts';
import { openSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// A wrong PIN, and what a member on the device may not do.
test.use({ allowedConsoleErrors: /422 \(Unprocessable Entity\)|409 \(Conflict\)|403 \(Forbidden\)/ });

const panel = (page: Page) => page.getByRole('dialog', { name: /Who is working|PIN of/ });
const card = (page: Page, number: string) => page.getByRole('article', { name: new RegExp(number) });

/** A shop with its admin, and a tablet of a second account, a member with the name and PIN given. */
async function openShopWithTablet(admin: Page, tablet: Page) {
  const shop = await openNewShop(admin, [{ name: 'Test Rice', price: 60, stock: 50 }]);
  const { slug, shopId, headers } = shop;
  const join = async (name: string, pin?: string) => {
    const email = `${name.toLowerCase()}@${slug}.example`;
    const data = { email, role: 'vendor' };
    await expect(await admin.request.post(`/api/shops/${shopId}/members`, { headers, data })).toBeOK();
    const session = await openSession(admin, slug, email);
    const bearer = { authorization: `Bearer ${session.authToken}` };
    if (pin) await expect(await admin.request.put('/api/users/me/pin', { headers: bearer, data: { pin } })).toBeOK();
    return session;
  };
  await join('ravi', '80392');
  await storeItems(tablet.context(), deviceThat(await join('counter')));
  return shop;
}

async function tap(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await panel(page).getByRole('button', { name: digit, exact: true }).click();
  await panel(page).getByRole('button', { name: 'OK' }).click();
}

test('a tablet asks for a PIN, shows who is working and records what they do', async ({ newUser }) => {
  const [{ page: admin }, { page: tablet, context }] = [await newUser(), await newUser()];
  await countSounds(context);
  const { slug } = await openShopWithTablet(admin, tablet);

  await admin.goto('/#/profile');
  const own = admin.getByRole('region', { name: 'PIN for shared devices' });
  await own.getByLabel('PIN', { exact: true }).fill('1234');
  await own.getByRole('button', { name: 'Set PIN' }).click();
  await expect(own.getByText('This PIN is easy to guess. Choose another one.')).toBeVisible();
  await own.getByLabel('PIN', { exact: true }).fill('4071');
  await own.getByRole('button', { name: 'Set PIN' }).click();
  await expect(own.getByText('You have a PIN.')).toBeVisible();

  await tablet.goto(`/#/${slug}/shop-orders`);
  await expect(tablet.getByText('Live', { exact: true })).toBeVisible();
  await tablet.getByRole('button', { name: 'Enable sound' }).click();
  await admin.goto(`/#/${slug}/admin/devices`);
  const row = admin.getByRole('region', { name: 'Devices' }).getByRole('listitem').filter({ hasText: 'counter' });
  await row.getByRole('button', { name: /^PIN/ }).click();
  await admin.getByLabel('After 5 minutes of inactivity').check();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row.getByText('Asks for a PIN')).toBeVisible();

  await test.step('locked at once, it rings on and nobody can silence it', async () => {
    await expect(panel(tablet)).toBeVisible();
    const number = await (await newCustomer(admin.request, slug)).order();
    await expect(panel(tablet).getByText('1 new order')).toBeVisible();
    await expect(panel(tablet).getByText(number)).toBeVisible();
    await expect.poll(() => pagesPlayingSound([tablet])).toBe(1);
    await tablet.keyboard.press('Escape');
    await tablet.keyboard.press('Escape');
    await expect(panel(tablet)).toBeVisible();
    const isCovered = () => document.elementFromPoint(innerWidth / 2, innerHeight - 60)?.closest('dialog') !== null;
    expect(await tablet.evaluate(isCovered)).toBe(true);

    await panel(tablet).getByRole('button', { name: 'owner' }).click();
    await tap(tablet, '5555');
    await expect(panel(tablet).getByRole('alert').getByText('This PIN is wrong.')).toBeVisible();
    await expect.poll(() => pagesPlayingSound([tablet])).toBe(1);
    await tap(tablet, '4071');
    await expect(panel(tablet)).toHaveCount(0);
    await expect(tablet.getByRole('button', { name: 'owner is working. Switch person' })).toBeVisible();
    await card(tablet, number).getByRole('button', { name: 'Mark as Accepted' }).click();
    await expect(tablet.getByRole('region', { name: 'Accepted' }).or(card(tablet, number)).first()).toBeVisible();
  });

  await test.step('the next one enters theirs with the keyboard, and has their own rights', async () => {
    await tablet.getByRole('button', { name: 'owner is working. Switch person' }).click();
    await panel(tablet).getByRole('button', { name: 'ravi' }).press('Enter');
    await expect(panel(tablet).getByLabel('PIN of ravi')).toBeFocused();
    await tablet.keyboard.type('80392');
    await tablet.keyboard.press('Enter');
    await expect(tablet.getByRole('button', { name: 'ravi is working. Switch person' })).toBeVisible();
    await tablet.goto(`/#/${slug}/admin/activity`);
    await expect(tablet.getByText(/Only admins of the shop can view this page/)).toBeVisible();
  });

  await admin.goto(`/#/${slug}/admin/activity`);
  await expect(admin.getByText('Device asks for a PIN')).toBeVisible();
  await expect(admin.getByText('PIN set').first()).toBeVisible();
});

test('an order that is accepted on a tablet has the name of the member in its timeline', async ({ newUser }) => {
  const [{ page: admin }, { page: tablet }] = [await newUser(), await newUser()];
  const { slug, shopId, headers } = await openShopWithTablet(admin, tablet);
  const devices = (await (await admin.request.get(`/api/shops/${shopId}/devices`, { headers })).json()) as {
    id: string;
    member: { name: string };
  }[];
  const device = devices.find(({ member }) => member.name === 'counter');
  const data = { idle_minutes: 5 };
  await expect(await admin.request.put(`/api/shops/${shopId}/devices/${device?.id}/pin`, { headers, data })).toBeOK();
  const number = await (await newCustomer(admin.request, slug)).order();

  await tablet.goto(`/#/${slug}/shop-orders`);
  await panel(tablet).getByRole('button', { name: 'ravi' }).click();
  await tap(tablet, '80392');
  await card(tablet, number).getByRole('button', { name: 'Mark as Accepted' }).click();
  // A step is sent when it can no longer be undone.
  await tablet.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await tablet.getByRole('button', { name: `More for order ${number}` }).press('Enter');
  await expect(tablet.getByRole('dialog')).toContainText(/Accepted by ravi, (just now|1 minute ago)/);
});
