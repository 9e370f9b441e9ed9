import type { Page } from '@playwright/test';
import { addToCart, toOrder } from './actions.ts';
import type { Screen } from './screen.ts';
import type { Texts } from './texts.ts';

const SHOP = '/malnad-dairy';
const MINUTE = 60_000;

const canceled = `${SHOP}/order-summary?canceled=true`;
const returned = `${SHOP}/order-summary?success=true`;
const refund = (state: string) => ({ payment_status: 'expired', can_retry: false, refund: { amount: 270, state } });

/** The screens from the cart to the payment; `payments.spec.ts` tests how each is reached. */
export const PAYMENT_SCREENS: readonly Screen[] = [
  { name: 'payment', who: 'customer', path: `${SHOP}/products`, act: goToPayment },
  {
    name: 'payment-offline',
    isState: true,
    who: 'customer',
    path: `${SHOP}/products`,
    act: async (page, t) => {
      await goToPayment(page, t);
      await page.context().setOffline(true);
      await page.getByText(t('payment.offline')).waitFor();
    },
    allowsConsoleErrors: true,
  },
  {
    name: 'payment-redirect-nothing',
    isState: true,
    path: '/payment-redirect',
    act: (page) => page.getByRole('alertdialog').waitFor(),
  },
  {
    name: 'payment-confirming',
    isState: true,
    who: 'customer',
    path: returned,
    given: paymentIs({}),
    act: settled('status.payment.late'),
  },
  { name: 'payment-canceled', isState: true, who: 'customer', path: canceled, given: paymentIs({}), act: readAlert },
  {
    name: 'payment-successful',
    who: 'customer',
    path: returned,
    given: paymentIs({ payment_status: 'paid' }),
    act: hasAlert,
  },
  {
    name: 'payment-expired',
    isState: true,
    who: 'customer',
    path: returned,
    given: paymentIs({ payment_status: 'expired', can_retry: false }),
    act: settled('payment.expired'),
  },
  {
    name: 'payment-refunding',
    isState: true,
    who: 'customer',
    path: returned,
    given: paymentIs(refund('due')),
    act: settled('payment.orderFailed'),
  },
  {
    name: 'payment-refunded',
    isState: true,
    who: 'customer',
    path: returned,
    given: paymentIs(refund('done')),
    act: settled('payment.orderFailed'),
  },
];

async function goToPayment(page: Page, t: Texts): Promise<void> {
  await addToCart(page, 'ghee');
  await addToCart(page, 'paneer');
  await toOrder(page);
  await page.locator('input[value=takeaway]').check();
  await page.locator('input[value=online]').check();
  await page.getByRole('button', { name: t('order.toPayment') }).click();
  await page.locator('input[value=razorpay]').waitFor();
}

/** A device that began to pay for the customer's newest order, of which the server says this. */
function paymentIs(said: object) {
  return async (page: Page) => {
    const order = await newestOrder(page);
    const reserved_until = new Date(Date.now() + 8 * MINUTE).toISOString();
    const payment = { ...order, payment_status: 'awaiting', reserved_until, can_retry: true, ...said };
    const summary = JSON.stringify({ ...order, shopSlug: SHOP.slice(1), isPaidOnline: true });
    await page.addInitScript((stored) => localStorage.setItem('orderSummary', stored), summary);
    await page.route(`**/api/orders/${order.orderId}/payment`, (route) => route.fulfill({ json: payment }));
  };
}

type Order = { id: number; orderNumber: string; order_status: string; total: number };

async function newestOrder(page: Page) {
  const { origins } = await page.context().storageState();
  const token = origins.flatMap(({ localStorage: stored }) => stored).find(({ name }) => name === 'authToken')?.value;
  const headers = { authorization: `Bearer ${token}` };
  const [order] = (await (await page.request.get('/api/orders/user?limit=1', { headers })).json()) as [Order];
  const { id: orderId, orderNumber, order_status, total } = order;
  return { orderId, orderNumber, order_status, total };
}

function hasAlert(page: Page): Promise<void> {
  return page.getByRole('alertdialog').waitFor();
}

function settled(text: string) {
  return (page: Page, t: Texts) => page.getByText(t(text)).first().waitFor();
}

async function readAlert(page: Page, t: Texts): Promise<void> {
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.ok') })
    .click();
}
