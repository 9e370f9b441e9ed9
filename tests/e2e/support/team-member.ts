import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { ShopRole } from '../../../contract/accounts/shop-roles.ts';
import { adminOf, findAccount } from './accounts.ts';
import { storeItems } from './open-contexts.ts';
import { openSession } from './sign-in.ts';

type Invitation = { slug: string; role: ShopRole; headers?: Record<string, string> };

/** Invites a new person to the team of a shop, of the demo market unless an admin's headers are given, and logs them in on this page. */
export async function becomeMember(page: Page, { slug, role, headers }: Invitation): Promise<string> {
  const email = `${role}-${randomUUID()}@haat.example`;
  const { id } = (await (await page.request.get(`/api/shops/${slug}`)).json()) as { id: number };
  const authorization = headers ?? { authorization: `Bearer ${(await findAccount(adminOf(slug)))?.authToken}` };
  const data = { email, role };
  await expect(await page.request.post(`/api/shops/${id}/members`, { headers: authorization, data })).toBeOK();
  const { origin } = new URL(test.info().project.use.baseURL ?? '');
  const { origins } = await page.context().storageState();
  // Beside the language and the theme that the device has.
  const kept = origins.find((each) => each.origin === origin)?.localStorage ?? [];
  const session = await openSession(page, slug, email);
  const items = { ...Object.fromEntries(kept.map(({ name, value }) => [name, value])), ...session };
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }));
  await storeItems(page.context(), { cookies: [], origins: [{ origin, localStorage }] });
  return email;
}
