import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cartLineId } from '@haat/contract/orders/cart';
import { testDatabase } from '@haat/core/test/database';
import { type MailServer, startMailServer } from '@haat/core/test/mail-server';
import { killLeftoverPrograms, startApiProgram, startWorkerProgram } from '@haat/core/test/program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../tools/lib/ports.ts';
import { repoRoot } from '../tools/lib/paths.ts';
import { type ApiCaller, callerOf } from './test/api-client.ts';
import { formOf } from './test/form.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const WITHIN = { timeout: 30_000, interval: 50 };
const folder = mkdtempSync(join(tmpdir(), 'haat-first-shop-'));
let mailServer: MailServer;
let url: string;
let env: Record<string, string>;

// A new installation as it runs in production: only `npm run migrate` has been there.
beforeAll(async () => {
  mailServer = await startMailServer();
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  env = {
    NODE_ENV: 'production',
    DATABASE_URL: testDatabase(),
    JWT_SECRET: randomBytes(48).toString('base64'),
    PUBLIC_URL: 'https://bazaar.test',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Bazaar <orders@bazaar.test>',
    UPLOADS_DIR: folder,
    PORT: port,
  };
  await startApiProgram({ env: { ...env, PORT: port } });
  await startWorkerProgram({ env });
});
afterAll(async () => {
  killLeftoverPrograms();
  await mailServer.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(email: string, slug: string): Promise<ApiCaller> {
  const guest = callerOf(url, undefined);
  const sent = await guest.post('/api/auth/send-token', { body: { email, shop_slug: slug } });
  expect(sent.status).toBe(200);
  const code = await vi.waitFor(() => {
    const all = mailServer.mails
      .filter(({ to }) => to === email)
      .map(({ message }) => /^\s*(\d{6})\s*$/m.exec(message)?.[1]);
    const last = all.findLast((each) => each !== undefined);
    expect(last).toBeDefined();
    return last;
  }, WITHIN);
  const { status, body } = await guest.post('/api/auth/login-with-token', {
    body: { email, token: code, shop_slug: slug },
  });
  expect(status).toBe(200);
  return callerOf(url, body.token);
}

type Category = { id: number; name: string; children: { id: number; name: string }[] };

it('takes the first order of an empty production installation without SQL', async () => {
  const flags = [
    '--name',
    'First Kirana',
    '--slug',
    'first-kirana',
    '--admin',
    'owner@first-kirana.test',
    '--minimum',
    '0',
  ];
  const create = promisify(execFile)(process.execPath, [join(repoRoot, 'tools', 'shop-create.ts'), ...flags], {
    env: { ...process.env, ...env },
  });
  expect((await create).stdout).toContain('The shop First Kirana');

  const vendor = await signIn('owner@first-kirana.test', 'first-kirana');
  const categories: Category[] = (await vendor.get('/api/categories')).body;
  expect(categories.length).toBeGreaterThan(10);
  expect(categories.filter(({ children }) => children.length === 0)).toEqual([]);
  expect((await vendor.get('/api/units')).body.length).toBeGreaterThan(50);

  const suggested = (await vendor.get('/api/catalog/products?search=toor+dal')).body;
  const dal = suggested.find(({ unit }: { unit: string }) => unit === '1 kg');
  const picture = await fetch(url + dal.picture);
  expect(picture.status).toBe(200);
  const form = formOf({
    name: dal.name,
    category_id: String(dal.subcategory_id),
    unit: dal.unit,
    price: '165',
    stock: '10',
    image: new File([await picture.blob()], 'picture.webp', { type: 'image/webp' }),
  });
  const added = await vendor.post('/api/products', { body: form });
  expect(added).toMatchObject({ status: 201, body: { name: 'Toor dal', category: 'Staples', unit: '1 kg' } });

  const visitor = callerOf(url, undefined);
  const [shop] = (await visitor.get('/api/shops')).body;
  expect(shop.slug).toBe('first-kirana');
  const [product] = (await visitor.get(`/api/products?shopId=${shop.id}`)).body;
  expect((await fetch(url + product.image)).status).toBe(200);

  const customer = await signIn('customer@first-kirana.test', 'first-kirana');
  const [{ unit }] = product.variants;
  const id = cartLineId({ productId: product.id, sizeId: 0, colorId: 0, unitId: unit.id });
  const order = {
    items: [{ id, price: 165, quantity: 1 }],
    total: 165,
    address: null,
    paymentMethod: 'cod',
    takeaway: true,
  };
  const placed = await customer.post('/api/orders', { body: order, headers: { 'idempotency-key': 'first-order-1' } });
  expect(placed.status).toBe(201);
  const orders = (await vendor.get(`/api/orders/shop/${shop.id}`)).body;
  expect(orders).toMatchObject([{ total: 165 }]);
});
