import type { Browser } from '@playwright/test';
import type { Who } from './screen.ts';
import { signIn } from './sign-in.ts';
import type { Device } from './visit.ts';

type Memory = Exclude<Device['storageState'], string | undefined>;

const SHOPS = { newcomer: 'malnad-dairy', customer: 'malnad-dairy', vendor: 'mysuru-sweets' };

/** What the device of each kind of person remembers: their session, and the order they placed last. */
export async function rememberPeople(browser: Browser, device: Device): Promise<Record<Who, Memory>> {
  const nobody: Memory = { cookies: [], origins: [] };
  const newcomer = await remember(browser, device, { who: 'newcomer', email: `new-${Date.now()}@haat.example` });
  const customer = await remember(browser, device, { who: 'customer', email: 'customer@haat.example' });
  const vendor = await remember(browser, device, { who: 'vendor', email: 'vendor@mysuru-sweets.example' });
  return { guest: nobody, newcomer, customer, vendor };
}

type Person = { who: keyof typeof SHOPS; email: string };

async function remember(browser: Browser, device: Device, { who, email }: Person): Promise<Memory> {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  await signIn(page, SHOPS[who], email);
  if (who === 'customer') {
    await page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` };
      const [order] = await (await fetch('/api/orders/user?limit=1', { headers })).json();
      const { id: orderId, orderNumber, order_status, shop } = order;
      const summary = { orderId, orderNumber, order_status, shopSlug: shop.slug };
      localStorage.setItem('orderSummary', JSON.stringify(summary));
    });
  }
  const memory = await context.storageState();
  await context.close();
  return memory;
}
