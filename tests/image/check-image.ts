import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { findSession, signAccessToken } from '@haat/core/accounts/session';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import sharp from 'sharp';
import { createCategory, createMember, createPublicShop, createUser } from '../../core/test/factories.ts';
import { freePort } from '../../tools/lib/ports.ts';
import type { Image } from './build-image.ts';
import { type Options, type Running, runInImage, startInImage, statusOf } from './container.ts';
import type { Stores } from './image-stores.ts';

const WITHIN_MS = 120_000;

/** Runs everything that an installation does first. Throws for the first thing that does not work. */
export async function checkImage(image: Image, { mounts, secrets }: Stores): Promise<void> {
  checkContents(image);
  const { DATABASE_URL_FILE = '' } = secrets;
  // As the job of the manifests, which has no other secret.
  await runInImage(['node', 'tools/migrate.ts'], { image, mounts, env: { DATABASE_URL_FILE } });
  console.log('Migrated with only the address of the database.');
  const [port, apiMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()];
  const env = { ...secrets, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const started: Running[] = [];
  const start = (metrics: number, command: string[]): [Running, Options] => {
    const options = { image, mounts, env: { ...env, METRICS_PORT: String(metrics) } };
    const running = startInImage(command, options);
    started.push(running);
    return [running, options];
  };
  const [api, ofApi] = start(apiMetrics, image.config.Cmd);
  const [worker] = start(workerMetrics, ['node', 'dist/server/worker.mjs']);
  connectDatabase();
  try {
    await Promise.all([isReady(port), isReady(apiMetrics), isReady(workerMetrics)]);
    await runInImage(['node', 'deploy/healthcheck.mjs'], ofApi);
    console.log('api and worker are ready.');
    await checkRights(api, ofApi);
    await placeOrder(`http://127.0.0.1:${port}`);
    checkWritten(await api.pid(), mounts['/data/uploads'] ?? '');
    assert.deepEqual([await api.terminate(), await worker.terminate()], [0, 0]);
    console.log('Both stop gracefully.');
  } finally {
    await closeDatabase();
    for (const each of started) each.kill();
  }
}

/** The list of packages is the same as in node_modules. */
function checkContents({ folder, config }: Image): void {
  assert.equal(config.User, '1000:1000');
  const { components } = JSON.parse(readFileSync(join(folder, 'app/sbom.cdx.json'), 'utf8')) as {
    components: { group?: string; name: string; version: string }[];
  };
  const listed = new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`));
  const files = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: join(folder, 'app/node_modules/..') });
  const installed = files.flatMap((file) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'app', file), 'utf8')) as Record<string, string>;
    return name && version && !name.startsWith('@haat/') ? [`${name}@${version}`] : [];
  });
  const missing = [...new Set(installed)].filter((each) => !listed.has(each));
  assert.deepEqual(missing, []);
  const tests = [...listed].filter((each) => /^(vitest|@playwright\/test|fast-check|smtp-server)@/.test(each));
  assert.deepEqual(tests, []);
  assert.ok(installed.length > 100);
  console.log(`${listed.size} packages, all listed in the SBOM.`);
}

async function isReady(port: number): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; ; await sleep(200)) {
    const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (response?.ok) return;
    if (Date.now() > until) throw new Error(`Not ready: ${response?.status} ${await response?.text()}`);
  }
}

async function checkRights(api: Running, options: Options): Promise<void> {
  const { Uid, Gid, CapEff, CapBnd, NoNewPrivs } = statusOf(await api.pid());
  assert.deepEqual([Uid?.split('\t'), Gid?.split('\t')], [Array(4).fill('1000'), Array(4).fill('1000')]);
  assert.deepEqual([BigInt(`0x${CapEff}`), BigInt(`0x${CapBnd}`), NoNewPrivs], [0n, 0n, '1']);
  const write = `try { require('fs').writeFileSync('/app/new', ''); } catch (error) { process.stdout.write(error.code); }`;
  assert.equal(await runInImage(['node', '-e', write], options), 'EROFS');
  console.log('Both run as user 1000, without capabilities, on read-only files.');
}

async function placeOrder(url: string): Promise<void> {
  const shop = await createPublicShop({ minOrderPaise: 0 });
  const vendor = await tokenOf((await createMember({ shop })).id, shop.id);
  const customer = await tokenOf((await createUser()).id, shop.id);
  await createCategory({ name: PRODUCT.category, child: PRODUCT.subcategory });
  const form = new FormData();
  const picture = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#386' } })
    .png()
    .toBuffer();
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'milk.png');
  for (const [name, value] of Object.entries(PRODUCT)) form.append(name, value);
  const added = await call(url, '/api/products', { token: vendor, body: form });
  const { rows } = await database().pool.query<{ id: number; productId: number; image: string }>(
    `SELECT v.id, p.id AS "productId", p.image FROM variants v JOIN products p ON p.id = v.product_id WHERE p.shop_id = $1
     AND p.image LIKE '/uploads/%'`,
    [shop.id],
  );
  assert.equal(rows.length, 1, JSON.stringify(added));
  const [{ productId, image }] = rows as [(typeof rows)[number]];
  assert.equal((await fetch(url + image)).status, 200);
  const { lineIdOf } = await import('../../core/test/order-body.ts');
  const { Variant } = await import('@haat/core/db/catalog.models');
  const variant = await Variant.query().findOne({ productId }).throwIfNotFound();
  const body = {
    items: [{ id: lineIdOf(variant), price: 30, quantity: 2 }],
    total: 60,
    address: null,
    paymentMethod: 'cod',
    takeaway: true,
  };
  const order = await call(url, '/api/orders', { token: customer, body: JSON.stringify(body) });
  assert.ok(order.orderId, JSON.stringify(order));
  for (const until = Date.now() + WITHIN_MS; ; await sleep(200)) {
    const { rows: open } = await database().pool.query('SELECT topic FROM outbox WHERE done_at IS NULL');
    if (open.length === 0) break;
    assert.ok(Date.now() < until, `Not announced: ${JSON.stringify(open)}`);
  }
  console.log('A product with a picture is added, and an order of it placed and announced.');
}

const PRODUCT = { name: 'Milk', category: 'Dairy', subcategory: 'Milk', price: '30', stock: '10', unit: '1 l' };

async function tokenOf(userId: number, shopId: number): Promise<string> {
  const { sessionId } = await openSession(database().pool, { userId, shopId });
  const session = await findSession(sessionId);
  if (!session) throw new Error('The session did not open');
  return signAccessToken(session);
}

type Call = { token: string; body: FormData | string };

async function call(url: string, path: string, { token, body }: Call): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, 'Idempotency-Key': crypto.randomUUID() };
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  const response = await fetch(url + path, { method: 'POST', headers, body });
  const answer = (await response.json()) as Record<string, unknown>;
  assert.ok(response.ok, `${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Only pictures, and what Node puts into /tmp, if anything. */
function checkWritten(pid: number, uploads: string): void {
  const files = readdirSync(uploads);
  assert.deepEqual(
    files.filter((file) => !file.endsWith('.webp')),
    [],
  );
  console.log(
    `Written: ${files.length} picture files; in /tmp: ${readdirSync(`/proc/${pid}/root/tmp`).join(', ') || 'nothing'}.`,
  );
}
