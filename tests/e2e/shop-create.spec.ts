import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mailsTo } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

function createShop(flags: string[]) {
  const env = { ...process.env, HAAT_DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '', REDIS_URL: '' };
  return run(process.execPath, ['tools/shop-create.ts', ...flags], { cwd: ROOT, env });
}

test('a shop is made on the machine while the product runs there', async ({ quietPage: page }, testInfo) => {
  const slug = `made-meanwhile-${testInfo.retry}`;
  const email = `owner@${slug}.example`;
  const create = () => createShop(['--name', 'Made Meanwhile', '--slug', slug, '--admin', email]);
  expect((await create()).stdout).toContain('The shop Made Meanwhile');
  await page.goto(`/#/${slug}/products`);
  await expect(page.getByRole('banner').getByText('Made Meanwhile').first()).toBeVisible();
  await expect.poll(async () => (await mailsTo(page, email)).join()).toContain(`/#/${slug}/login`);
  const again = (await create().catch((error: unknown) => error)) as { code: number; stderr: string };
  expect([again.code, again.stderr.trim().split('\n').length]).toEqual([1, 1]);
});
