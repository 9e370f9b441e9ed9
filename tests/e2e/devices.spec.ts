import { deviceThat, findAccount } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { openSession, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'mysuru-sweets';
const ADMIN = `admin@${SHOP}.example`;

// The session that was ended is refused.
test.use({ allowedConsoleErrors: /401 \(Unauthorized\)|403 \(Forbidden\)/ });

test('an admin logs out another device, which shows at once that it no longer rings', async ({ newUser }) => {
  const [{ page: admin }, { page: tablet }] = [await newUser(), await newUser()];
  await signIn(admin, SHOP, ADMIN);
  const person = `tablet-${crypto.randomUUID()}`;
  const email = `${person}@haat.example`;
  const { id } = (await (await admin.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const headers = { authorization: `Bearer ${(await findAccount(ADMIN))?.authToken}` };
  const invited = await admin.request.post(`/api/shops/${id}/members`, { headers, data: { email, role: 'vendor' } });
  await expect(invited).toBeOK();
  await storeItems(tablet.context(), deviceThat(await openSession(tablet, SHOP, email)));
  await tablet.goto(`/#/${SHOP}/shop-orders`);
  await expect(tablet.getByText('Live', { exact: true })).toBeVisible();

  await admin.goto(`/#/${SHOP}/admin/devices`);
  const row = admin.getByRole('region', { name: 'Devices' }).getByRole('listitem').filter({ hasText: person });
  await row.getByRole('button', { name: /^Log out/ }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(admin.getByText('Device logged out')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(
    tablet.getByText('You were logged out. New orders do not ring on this device. Log in to continue.'),
  ).toBeVisible();
});
