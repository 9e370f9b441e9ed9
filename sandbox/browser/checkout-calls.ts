import type { CheckoutOptions, PaidReply, PaymentError } from './checkout-options.ts';

export type OrderToPay = { amount: number; currency: string; status: string };
export type Acted = { reply?: PaidReply; error?: PaymentError };

/** The calls of the checkout to its server; the key says who asks. */
export function callsFor({ key, order_id: orderId, prefill }: CheckoutOptions, base: string) {
  const address = `${base}razorpay/orders/${encodeURIComponent(orderId)}?key=${encodeURIComponent(key)}`;
  const { email = '', contact = '' } = prefill ?? {};
  return {
    read: (): Promise<OrderToPay> => answerOf(fetch(address)),
    act: (outcome: string, method: string): Promise<Acted> =>
      answerOf(
        fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ outcome, method, email, contact }),
        }),
      ),
  };
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  const answer = (await response.json()) as Answer & { error?: { description: string } };
  if (!response.ok) throw new Error(answer.error?.description ?? String(response.status));
  return answer;
}
