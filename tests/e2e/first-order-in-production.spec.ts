import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type MailServer, startMailServer } from '../../core/test/mail-server.ts';
import { killLeftoverPrograms, startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { ensureDatabase, startEmbeddedPostgres } from '../../tools/embedded-postgres/start-embedded-postgres.ts';
import { freePort } from '../../tools/lib/ports.ts';
import { chooseTakeaway } from './support/actions.ts';
import { expect, test as base } from './support/test.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SHOP = { name: 'First Kirana', slug: 'first-kirana', owner: 'owner@first-kirana.test' };
const CUSTOMER = 'visitor@first-kirana.test';

type Production = { url: string; mailServer: MailServer; tool: (...args: string[]) => Promise<{ stdout: string }> };

/** A new installation as it runs in production: an empty database, a mail server, and the settings that are required. */
const test = base.extend<{ production: Production }>({
  production: async ({ baseURL: _ }, use, { outputDir }) => {
    const postgres = await startEmbeddedPostgres({ dataDir: process.env.E2E_DATA_DIR ?? '' });
    const database = `production_${randomBytes(4).toString('hex')}`;
    await ensureDatabase(postgres.url('postgres'), database);
    const mailServer = await startMailServer();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url(database),
      JWT_SECRET: randomBytes(32).toString('hex'),
      PUBLIC_URL: url,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Haat <orders@haat.test>',
      UPLOADS_DIR: join(outputDir, 'uploads'),
    };
    const options = { cwd: ROOT, env: { ...process.env, HAAT_ENV_FILE: '', ...env } };
    const tool = (...args: string[]) => promisify(execFile)(process.execPath, args, options);
    try {
      await tool('tools/migrate.ts');
      await startApiProgram({ env: { ...env, PORT: String(port) } });
      await startWorkerProgram({ env });
      await use({ url, mailServer, tool });
    } finally {
      killLeftoverPrograms();
      await mailServer.stop();
    }
  },
});

// It makes a database and starts the programs.
test.describe.configure({ timeout: 120_000 });

test('the first shop of an empty production installation is made, found and takes its first order', async ({
  production,
  newUser,
}) => {
  const { url, tool } = production;
  const [{ page: owner }, { page: visitor }] = [await newUser(), await newUser()];
  expect((await visitor.request.get(`${url}/dev/mail`)).status(), 'no development mailbox').toBe(404);
  await tool('tools/shop-create.ts', '--platform', '--name', 'Haat', '--slug', 'haat', '--admin', 'operator@haat.test');
  await visitor.goto(`${url}/`);
  await expect(visitor.getByText('No shops have joined yet.')).toBeVisible();

  const flags = ['--name', SHOP.name, '--slug', SHOP.slug, '--admin', SHOP.owner, '--minimum', '0'];
  const created = await tool('tools/shop-create.ts', ...flags);
  expect(created.stdout).toContain(`/#/${SHOP.slug}/login`);
  await addFirstProduct(owner, production);

  await findProduct(visitor);
  await visitor.getByRole('button', { name: 'Add Toor dal' }).click();
  await visitor.getByRole('link', { name: 'View Cart' }).click();
  await visitor.getByRole('button', { name: 'Place Order' }).click();
  await expect(visitor).toHaveURL(/\/login\?redirect=/);
  await logIn(visitor, CUSTOMER, production);
  await chooseTakeaway(visitor);
  await visitor.getByText('Cash or UPI').click();
  await visitor.getByRole('button', { name: 'Place Order' }).click();
  await expect(visitor).toHaveURL(/order-summary/);
  const placed = visitor
    .getByRole('main')
    .getByText(/H\d{6}/)
    .first();
  const number = /H\d{6}/.exec(await placed.innerText())?.[0] ?? 'no order number';

  const received = owner.getByRole('article').filter({ hasText: number });
  await expect(received).toContainText('Toor dal');
  await received.getByRole('button', { name: /^Mark as/ }).click();
  await expect(
    owner.getByRole('region', { name: 'Accepted' }).getByRole('article').filter({ hasText: number }),
  ).toBeAttached({ timeout: 15_000 });
});

/** The owner logs in, starts a product from the shared catalog, and waits for orders. */
async function addFirstProduct(owner: Page, production: Production): Promise<void> {
  await owner.goto(`${production.url}/#/${SHOP.slug}/login`);
  await logIn(owner, SHOP.owner, production);
  await owner.goto(`${production.url}/#/${SHOP.slug}/admin/add-product`);
  await owner.getByRole('searchbox', { name: 'Search known products' }).fill('toor dal');
  await owner.getByRole('button', { name: /^Toor dal 1 kg/ }).click();
  await expect(owner.getByLabel('Product name', { exact: true })).toHaveValue('Toor dal');
  await expect(owner.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await owner.getByLabel('Price', { exact: true }).fill('165');
  await owner.getByLabel('Stock', { exact: true }).fill('10');
  await owner.getByRole('button', { name: 'Submit Product' }).click();
  await expect(owner.getByRole('alertdialog')).toContainText('Product added successfully!');
  await owner.getByRole('button', { name: 'OK' }).click();
  await owner.goto(`${production.url}/#/${SHOP.slug}/shop-orders`);
}

/** Without a location: the shop is on the landing page, and its product is found from there. */
async function findProduct(visitor: Page): Promise<void> {
  await visitor.reload();
  await expect(visitor.getByRole('region', { name: 'All shops' }).getByRole('link', { name: SHOP.name })).toBeVisible();
  await visitor.getByRole('searchbox', { name: 'Search products and shops' }).fill('toor');
  const found = visitor.getByRole('region', { name: 'Products' });
  await expect(found.getByRole('heading', { name: 'Toor dal' })).toBeVisible();
  await found.getByRole('link', { name: SHOP.name }).click();
  await expect(visitor).toHaveURL(new RegExp(`/${SHOP.slug}/products`));
  const picture = visitor.getByRole('article').filter({ hasText: 'Toor dal' }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

/** On the login screen that is open, with the code that the mail server received. */
async function logIn(page: Page, email: string, { mailServer }: Production): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const codes = () =>
    mailServer.mails
      .filter(({ to }) => to === email)
      .flatMap(({ message }) => /^\s*(\d{6})\s*$/m.exec(message)?.[1] ?? []);
  await expect.poll(codes, { timeout: 20_000 }).not.toEqual([]);
  await page.getByLabel('OTP').fill(codes().at(-1) ?? '');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}
