import type { Page } from '@playwright/test';
import { printedPaper } from '../../../client/test/printed-paper.ts';
import { expect } from './printer-test.ts';
import type { VirtualPrinter } from './virtual-printer.ts';

export type Order = {
  orderNumber: string;
  total: number;
  payment_method: string;
  takeaway: boolean;
  customer_name: string;
  items: { name: string; quantity: number; price: number }[];
};

/** Opens the settings of the printer, which are part of the board's settings. */
export async function openPrinter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Board settings' }).click();
  await page.getByRole('button', { name: 'Receipt printer' }).click();
}

export async function askForPrinter(page: Page): Promise<void> {
  await openPrinter(page);
  await page.getByRole('button', { name: 'Choose printer' }).click();
}

/** The alert says so, and leaves the panel as it was. */
export async function expectAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(text);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Receipt printer' })).toBeVisible();
}

export async function choosePrinter(page: Page, isClosed = true): Promise<void> {
  await askForPrinter(page);
  const panel = page.getByRole('dialog', { name: 'Receipt printer' });
  await expect(panel.getByText('Connected', { exact: true })).toBeVisible();
  if (!isClosed) return;
  await panel.getByRole('button', { name: 'Close' }).click();
  const settings = page.getByRole('dialog', { name: 'Board settings' });
  if (await settings.isVisible()) await settings.getByRole('button', { name: 'Close' }).click();
}

/** All words on the paper. */
export const paperWords = (printer: VirtualPrinter) => printedPaper(printer.takePaper()).lines.flatMap(wordsOf);

export const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\w|\*/.test(word));

/** The expected receipt, but for shop, date and the variants of the items. */
export function wordsToFind(order: Order): string[] {
  const rupees = (amount: number) => `Rs. ${amount.toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
  const { orderNumber, total, customer_name, items, payment_method } = order;
  return [
    `Order ${orderNumber}`,
    ...items.flatMap(({ name, quantity, price }) => [
      `${quantity} x ${name}`,
      `@ ${rupees(price)} ${rupees((price * 100 * quantity) / 100)}`,
    ]),
    `Total ${rupees(total)}`,
    payment_method === 'cod' ? `Collect ${rupees(total)} in cash` : 'Paid online',
    customer_name,
  ];
}

/** The button that prints, in what the ticket of the order leaves out. */
export async function printOf(page: Page, { orderNumber }: Order, what: 'receipt' | 'copy' = 'receipt') {
  const print = page.getByRole('button', { name: `Print ${what}: ${orderNumber}` });
  if (!(await print.isVisible()))
    await page.getByRole('button', { name: `More for order ${orderNumber}` }).press('Enter');
  return print;
}

/** The first order of the board as the server has it. */
export async function newestOrder(page: Page): Promise<Order> {
  const label = await page.getByRole('article').first().getAttribute('aria-label');
  const number = label?.replace('Order ', '');
  const orders = await page.evaluate(async () => {
    const token = localStorage.getItem('authToken') ?? '';
    const { shop_id } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`/api/orders/shop/${shop_id}?limit=200`, { headers })).json();
  });
  const order = (orders as Order[]).find(({ orderNumber }) => orderNumber === number);
  if (!order) throw new Error(`No order is called ${number}`);
  return order;
}
