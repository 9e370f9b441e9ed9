import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enterCode, mailsTo, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

// It has no picture yet.
test.use({ allowedConsoleErrors: /images\/shops\/made-/ });

function createShop(flags: string[]) {
  const env = { ...process.env, HAAT_DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '', REDIS_URL: '' };
  return run(process.execPath, ['tools/shop-create.ts', ...flags], { cwd: ROOT, env });
}

test('a shop is made on the machine while the product runs there', async ({ quietPage: page }) => {
  const email = 'owner@made-meanwhile.example';
  const create = () => createShop(['--name', 'Made Meanwhile', '--slug', 'made-meanwhile', '--admin', email]);
  expect((await create()).stdout).toContain('The shop Made Meanwhile');
  await page.goto('/#/made-meanwhile/products');
  await expect(page.getByRole('banner').getByText('Made Meanwhile').first()).toBeVisible();
  await expect.poll(async () => (await mailsTo(page, email)).join()).toContain('/#/made-meanwhile/login');
  const again = (await create().catch((error: unknown) => error)) as { code: number; stderr: string };
  expect([again.code, again.stderr.trim().split('\n').length]).toEqual([1, 1]);
});

test('a new shop adds its first product from the shared catalog and takes its first order', async ({ newUser }) => {
  const slug = 'made-first';
  const email = `owner@${slug}.example`;
  await createShop(['--name', 'Made First', '--slug', slug, '--admin', email, '--minimum', '0']);
  const [{ page: owner }, { page: customer }] = [await newUser(), await newUser()];
  await signIn(owner, slug, email);
  await owner.goto(`/#/${slug}/admin/add-product`);
  await owner.getByRole('searchbox', { name: 'Search known products' }).fill('toor dal');
  await owner.getByRole('button', { name: /^Toor dal 1 kg/ }).click();
  await expect(owner.getByLabel('Product name', { exact: true })).toHaveValue('Toor dal');
  await expect(owner.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await owner.getByLabel('Price', { exact: true }).fill('165');
  await owner.getByLabel('Stock', { exact: true }).fill('10');
  await owner.getByRole('button', { name: 'Submit Product' }).click();
  await expect(owner.getByRole('alertdialog')).toContainText('Product added successfully!');

  await customer.goto(`/#/${slug}/products`);
  await expect(customer.getByRole('heading', { name: 'Staples' })).toBeVisible();
  await customer.getByRole('button', { name: 'Add Toor dal' }).click();
  await customer.getByRole('link', { name: 'View Cart' }).click();
  await customer.getByRole('button', { name: 'Place Order' }).click();
  await expect(customer).toHaveURL(/\/login\?redirect=/);
  await enterCode(customer, `first@${slug}.example`);
  await customer.getByRole('radio', { name: 'Takeaway' }).check();
  await customer.getByText('Cash on delivery').click();
  await customer.getByRole('button', { name: 'Place Order' }).click();
  await expect(customer).toHaveURL(/order-summary/);
  await expect(customer.getByRole('main').getByText('Toor dal').first()).toBeVisible();
});
