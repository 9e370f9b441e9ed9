import { printedPaper } from '../../client/test/printed-paper.ts';
import { expect, openOrder, test } from './support/printer-test.ts';

// A receipt of some thousand bytes, at 200 a second.
test.setTimeout(120_000);

test('prints a receipt in Hindi where the screens speak it, its words as pictures', async ({ atCounter }) => {
  const { page, printer } = await atCounter();
  await page.evaluate(() => localStorage.setItem('language', 'hi'));
  await page.reload();
  await printer.switchOnAgain();
  await page.getByRole('button', { name: 'बोर्ड की सेटिंग' }).click();
  await page.getByRole('button', { name: 'रसीद प्रिंटर' }).click();
  await page.getByRole('button', { name: 'प्रिंटर चुनें' }).click();
  await expect(page.getByText('जुड़ा हुआ है', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await openOrder(page);
  await page
    .getByRole('button', { name: /^रसीद प्रिंट करें: H\d+$/ })
    .first()
    .click();
  await expect(page.getByText(/^H\d+ की रसीद छप गई।$/)).toBeVisible({ timeout: 60_000 });
  const { pictures, lines } = printedPaper(printer.takePaper());
  expect(pictures.length).toBeGreaterThanOrEqual(4);
  for (const { blackDots, width } of pictures) {
    expect(blackDots).toBeGreaterThan(50);
    expect(width).toBeLessThan(384);
  }
  // The items and their prices are printed as text, not as pictures.
  expect(lines.join('\n')).toMatch(/^\d+ x /m);
  expect(lines.join('\n')).toMatch(/Rs\. [\d,]+\.\d\d/);
  expect(lines.join('\n')).not.toMatch(/Order|Total|Collect|Delivery|Takeaway/);
});
