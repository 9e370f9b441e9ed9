import { expect, type Page } from '@playwright/test';

type OrderedLine = { id: string; price: number; quantity: number };

/** Places an order for takeaway as the logged-in customer and answers its number. */
export async function placeTakeaway(page: Page, lines: readonly OrderedLine[]): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const answer = await page.request.post('/api/orders', {
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    data: {
      items: lines.map(({ id, price, quantity }) => ({ id, price, quantity })),
      total: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
      address: null,
      paymentMethod: 'cod',
      takeaway: true,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { orderNumber: string }).orderNumber;
}
