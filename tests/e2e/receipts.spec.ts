import { printedPaper } from '../../client/test/printed-paper.ts';
import { expectAccessible, findViolations } from './support/accessibility.ts';
import {
  askForPrinter,
  choosePrinter,
  expectAlert,
  newestOrder,
  openPrinter,
  paperWords,
  printOf,
  wordsOf,
  wordsToFind,
  type Order,
} from './support/printer-helpers.ts';
import { expect, test } from './support/printer-test.ts';

test('prints a receipt in chunks of 20 bytes, at least 100 ms apart, and the next one as a copy', async ({
  atCounter,
}) => {
  const { page, printer } = await atCounter();
  await choosePrinter(page);
  const order = await newestOrder(page);
  await (await printOf(page, order)).click();
  await expect(page.getByText(`Receipt for ${order.orderNumber} printed.`)).toBeVisible({ timeout: 30_000 });

  const { writes } = printer;
  expect(writes.slice(0, -1).every(({ bytes }) => bytes.length === 20)).toBe(true);
  expect(writes.at(-1)?.bytes.length).toBeLessThanOrEqual(20);
  const gaps = writes.slice(1).map(({ at }, before) => at - (writes[before]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(99);

  const first = paperWords(printer);
  // Without the places where a line was full.
  for (const text of wordsToFind(order)) expect(first.join('')).toContain(wordsOf(text).join(''));
  await page.reload();
  await printer.switchOnAgain();
  await (await printOf(page, order, 'copy')).click();
  await expect(page.getByText(`Receipt for ${order.orderNumber} printed.`)).toBeVisible({ timeout: 30_000 });
  expect(paperWords(printer)).toEqual(['***', 'COPY', '***', ...first, '***', 'COPY', '***']);
});

test('prints one receipt for a double tap', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await choosePrinter(page);
  const order = await newestOrder(page);
  await (await printOf(page, order)).dblclick();
  await expect(page.getByText(`Receipt for ${order.orderNumber} printed.`)).toBeVisible({ timeout: 30_000 });
  const words = paperWords(printer);
  expect(words.filter((word) => word === order.orderNumber)).toHaveLength(1);
  expect(words).not.toContain('COPY');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(printer.takePaper()).toHaveLength(0);
});

test('prints one receipt that two tabs ask for at once', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await choosePrinter(page);
  const order = await newestOrder(page);
  const other = await page.context().newPage();
  await printer.meet(other);
  await other.goto(page.url());

  // Neither tab prints before both have asked.
  await page.evaluate(() => {
    const held = new Promise<void>((resolve) => Object.assign(window, { releaseLock: resolve }));
    void navigator.locks.request('receipt-printer', () => held);
  });
  for (const tab of [page, other]) await (await printOf(tab, order)).click();
  await expect(other.getByRole('progressbar')).toBeVisible();
  expect(printer.takePaper()).toHaveLength(0);
  await page.evaluate(() => (window as unknown as { releaseLock: () => void }).releaseLock());
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await expect(other.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  expect(paperWords(printer).filter((word) => word === order.orderNumber)).toHaveLength(1);
});

test('asks before it prints an interrupted receipt again', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await choosePrinter(page);
  const order = await newestOrder(page);
  printer.breakAfter(5);
  await (await printOf(page, order)).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`The printer disconnected while printing ${order.orderNumber}. Print again?`);
  expect(await findViolations(page)).toEqual([]);
  expect(printer.takePaper()).toHaveLength(100);

  await question.getByRole('button', { name: 'Print again' }).click();
  await expect(page.getByText(`Receipt for ${order.orderNumber} printed.`)).toBeVisible({ timeout: 30_000 });
  expect(paperWords(printer).slice(0, 3)).toEqual(['***', 'COPY', '***']);
});

test('prints nothing more when an interrupted receipt is discarded', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await choosePrinter(page);
  printer.breakAfter(3);
  await (await printOf(page, await newestOrder(page))).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(printer.takePaper()).toHaveLength(60);
});

test('prints names in Indian scripts as pictures', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await page.route('**/api/orders/shop/*', async (route) => {
    const answer = await route.fetch();
    const orders = (await answer.json()) as Order[];
    const named = orders.map((order) => ({ ...order, customer_name: 'ಮಹೇಶ · மகேஷ் · महेश' }));
    await route.fulfill({ response: answer, json: named });
  });
  await page.reload();
  await printer.switchOnAgain();
  await choosePrinter(page);
  const order = await newestOrder(page);
  await (await printOf(page, order)).click();
  await expect(page.getByText(`Receipt for ${order.orderNumber} printed.`)).toBeVisible({ timeout: 50_000 });
  const { pictures, lines } = printedPaper(printer.takePaper());
  expect(pictures).toHaveLength(1);
  expect(pictures[0]?.blackDots).toBeGreaterThan(200);
  expect(pictures[0]?.width).toBeLessThan(384);
  expect(lines.join(' ')).toContain('Rs.');
});

test('prints on a printer that confirms nothing', async ({ atCounter }) => {
  const { page, printer } = await atCounter({ writeWithoutResponse: true });
  await choosePrinter(page);
  const order = await newestOrder(page);
  await (await printOf(page, order)).click();
  await expect(page.getByText(`Receipt for ${order.orderNumber} printed.`)).toBeVisible({ timeout: 30_000 });
  expect(paperWords(printer)).toContain(order.orderNumber);
});

for (const [device, properties, text] of [
  ['accepts nothing to print', { read: true }, 'This device does not accept print data. Please choose another one.'],
  ['is no printer', 'nothing', 'This device is not a supported receipt printer. Please choose another one.'],
] as const) {
  test(`says that a device ${device}`, async ({ atCounter }) => {
    const { page } = await atCounter(properties);
    await askForPrinter(page);
    await expectAlert(page, text);
  });
}

test('tries the printer, keeps the width of its paper, and forgets it', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await choosePrinter(page, false);
  const panel = page.getByRole('dialog', { name: 'Receipt printer' });
  await expectAccessible(page);
  await panel.getByText('80 mm wide').click();
  await panel.getByRole('button', { name: 'Test print' }).click();
  await expect(panel.getByRole('button', { name: 'Test print' })).toBeDisabled();
  await expect(panel.getByRole('button', { name: 'Test print' })).toBeEnabled({ timeout: 40_000 });
  const paper = printedPaper(printer.takePaper());
  expect(paper.lines).toContain('-'.repeat(48));
  expect([paper.pictures.length, paper.cuts]).toEqual([1, 1]);

  await panel.getByRole('button', { name: 'Forget printer' }).click();
  await expect(panel.getByText('No printer selected', { exact: false })).toBeVisible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await openPrinter(page);
  await expect(panel.getByText('No printer selected', { exact: false })).toBeVisible();
  await expect(panel.getByLabel('80 mm wide')).toBeChecked();
});

test('chooses nothing when the list of devices is closed', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  printer.refuseChoice();
  await askForPrinter(page);
  await expect(page.getByRole('button', { name: 'Choose printer' })).toBeEnabled();
  await expect(page.getByText('No printer selected', { exact: false })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
