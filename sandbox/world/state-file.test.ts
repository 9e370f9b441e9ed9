import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import { razorpayClient } from '../test/clients.ts';
import { startListener } from '../test/product.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'haat-sandbox-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('forgets nothing over a restart: neither payments nor what it has yet to tell', async () => {
  const stateFile = join(folder, 'deep', 'sandbox.json');
  const first = await startSandbox({ stateFile });
  const { id } = await razorpayClient(first).orders.create({ amount: 29_100, currency: 'INR' });
  await first.pay(id);
  await first.stop();
  const product = await startListener();
  const second = await startSandbox({ stateFile, productUrl: product.url });
  expect(second.books().razorpay.captured).toBe(29_100);
  await expect(second.pay(id)).rejects.toThrow('already done');
  await expect.poll(() => product.deliveries.length, { timeout: 5_000 }).toBe(3);
  await second.stop();
  await product.stop();
  expect(readdirSync(join(folder, 'deep'))).toEqual(['sandbox.json']);
});
