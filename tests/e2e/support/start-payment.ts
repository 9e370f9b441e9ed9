import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { openSession } from './sign-in.ts';
import { linesOnSale } from './place-orders.ts';

const SLUG = 'ganesh-kirana';

export type Paying = {
  order: { id: string; key: string; checkout_url: string };
  session: { id: string; url: string };
};

/** Something to be paid at each provider, by a new customer and without a screen: a bare amount, and a cart. */
export async function startPayments(request: APIRequestContext): Promise<Paying> {
  const { authToken } = await openSession({ request }, SLUG, `payer-${randomUUID()}@haat.example`);
  const headers = { authorization: `Bearer ${authToken}` };
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await request.post(path, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const home = new URL((await request.get('/')).url()).origin;
  const back = (flag: string) => `${home}/#/${SLUG}/order-summary?${flag}=true`;
  const [line] = await linesOnSale(request, SLUG);
  const cart = { items: [line], success_url: back('success'), cancel_url: back('canceled') };
  return {
    order: (await post('/api/razorpay/create-order', { amount: 291.5 })) as Paying['order'],
    session: (await post('/api/stripe/create-checkout-session', cart)) as Paying['session'],
  };
}
