import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { findAccount, OPERATOR, type StoredSession } from './accounts.ts';
import { openSession } from './sign-in.ts';

type Shop = { id: number; slug: string; name: string };

/** Someone who works at two shops and is logged in at the first one. */
export type MemberOfTwo = { email: string; session: StoredSession; shops: [Shop, Shop] };

/** Invites a new person to both shops, and logs them in at the first one. */
export async function memberOfTwo(request: APIRequestContext, slugs: [string, string]): Promise<MemberOfTwo> {
  const email = `member-${randomUUID()}@haat.example`;
  const { authToken } = (await findAccount(OPERATOR)) ?? {};
  const invite = async (slug: string): Promise<Shop> => {
    const shop = (await (await request.get(`/api/shops/${slug}`)).json()) as Shop;
    const invited = await request.post(`/api/shops/${shop.id}/members`, {
      headers: { authorization: `Bearer ${authToken}` },
      data: { email, role: 'vendor' },
    });
    await expect(invited).toBeOK();
    return shop;
  };
  const shops: [Shop, Shop] = [await invite(slugs[0]), await invite(slugs[1])];
  return { email, session: await openSession({ request }, slugs[0], email), shops };
}
