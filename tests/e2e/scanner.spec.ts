import { expectAccessible } from './support/accessibility.ts';
import {
  codeOnScreen,
  addTorchAndZoom,
  hide,
  holdBeforeCamera,
  liveCameras,
  watchCameras,
} from './support/camera-helpers.ts';
import { expect, test } from './support/camera-test.ts';
import { drawEan13, drawNothing, drawQr, inView } from './support/draw-codes.ts';

const SHOP = 'malnad-dairy';

test('opens the login of the shop whose printed code is held before the camera', async ({ withCamera, page }) => {
  await page.goto('/#/qr-codes');
  const printed = await codeOnScreen(page, 'Malnad Dairy');
  const phone = await withCamera({ sees: inView(printed) });
  await watchCameras(phone);
  await phone.goto('/#/qr-login');
  await expect(phone).toHaveURL(new RegExp(`#/${SHOP}/login$`));
  await expect(phone.getByLabel('Email or mobile number')).toBeVisible();
  await expect.poll(() => liveCameras(phone)).toBe(0);
});

test('opens the login of a shop by its bare name', async ({ withCamera }) => {
  const page = await withCamera({ sees: drawQr(SHOP) });
  await page.goto('/#/qr-login');
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/login$`));
});

test('refuses a foreign link in words, and continues scanning', async ({ withCamera }) => {
  const foreign = drawQr(`https://evil.example/#/${SHOP}/products`);
  const page = await withCamera({ sees: drawNothing() });
  const hold = await holdBeforeCamera(page);
  await page.goto('/#/qr-login');
  await hold(foreign);
  await expect(page.getByText('This is not a Haat shop code.')).toBeVisible();
  await expect(page).toHaveURL(/#\/qr-login$/);
  await hold(drawQr(SHOP));
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/login$`));
});

test('distinguishes the barcode of a product from the code of a shop', async ({ withCamera }) => {
  const page = await withCamera({ sees: drawEan13('8901234567890') });
  await page.goto('/#/qr-login');
  await expect(page.getByText('This is a product barcode, not a shop code.')).toBeVisible();
  await expect(page).toHaveURL(/#\/qr-login$/);
});

test('pauses, resumes and stops, and gives the camera back', async ({ withCamera }) => {
  const page = await withCamera({ sees: drawNothing() });
  await watchCameras(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Scan shop QR' }).click();
  await expect(page.getByText('Hold the code inside the frame.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.locator('video')).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(page.getByText('Scanner paused').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText('Scan from a picture')).toHaveCount(0);
  for (const name of ['Resume', 'Pause', 'Resume']) await page.getByRole('button', { name }).press('Enter');
  await expect(page.getByText('Hold the code inside the frame.')).toBeVisible();

  await hide(page, true);
  await expect(page.getByText('The camera is off.')).toBeVisible();
  await expect.poll(() => liveCameras(page)).toBe(0);
  await hide(page, false);
  await expect(page.getByText('Hold the code inside the frame.')).toBeVisible();

  await page.getByRole('button', { name: 'Stop camera' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Start camera' })).toBeFocused();
  await expect(page.getByText('Scan from a picture')).toBeVisible();
  await expect.poll(() => liveCameras(page)).toBe(0);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.getByText('Hold the code inside the frame.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/dashboard/);
  await expect.poll(() => liveCameras(page)).toBe(0);
});

test('switches the torch and zooms if the camera supports it', async ({ withCamera }) => {
  const page = await withCamera({ sees: drawNothing() });
  await addTorchAndZoom(page);
  await page.goto('/#/qr-login');
  await page.getByRole('button', { name: 'Turn on torch' }).click();
  await page.getByRole('button', { name: 'Turn off torch' }).click();
  await expect(page.getByText('Failed to turn off torch')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Zoom' });
  await expect(slider).toHaveAttribute('max', '5');
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  await expect(page.getByText('1.2×')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => (window as { wishes?: unknown }).wishes)).toEqual([
    { torch: true },
    { torch: false },
    { zoom: 1.1 },
    { zoom: 1.2 },
  ]);
});

test('takes the camera that is chosen, and the same one the next time', async ({ withCamera }) => {
  const page = await withCamera('two');
  await watchCameras(page);
  await page.goto('/#/qr-login');
  const choice = page.getByLabel('Camera');
  await expect(choice.getByRole('option')).toHaveCount(2);
  const [, second = ''] = await choice.getByRole('option').allInnerTexts();
  await choice.selectOption(second);
  await expect(page.getByText('Hold the code inside the frame.')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(1);
  await expect.poll(() => liveCameras(page)).toBe(1);
  await expectAccessible(page);
  await page.reload();
  await expect(choice.locator('option:checked')).toHaveText(second);
});

test('says that the camera is blocked, and leaves two ways open', async ({ withCamera }) => {
  const page = await withCamera('denied');
  await page.goto('/#/qr-login');
  await expect(page.getByRole('alertdialog')).toHaveText(/^QR scan error. Check camera access./);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('This page is not allowed to use the camera.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('The camera is off.')).toBeVisible();
  await page.getByLabel('Shop code').fill(SHOP);
  await page.getByRole('button', { name: 'Go to login' }).click();
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/login$`));
});

test('looks a typed shop up before it opens the login', async ({ page }) => {
  await page.goto('/#/qr-login');
  await page.getByLabel('Shop code').fill('no-such-shop');
  await page.getByLabel('Shop code').press('Enter');
  await expect(page.getByText('Shop Not Found')).toBeVisible();
  await expect(page).toHaveURL(/#\/qr-login$/);
  await page.getByLabel('Shop code').fill('Malnad-Dairy');
  await page.getByLabel('Shop code').press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/login$`));
});

test('shows a code for each of the twelve shops of the demo market, in both languages, and copies its link', async ({
  newUser,
}) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Shop QR codes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Haat Shops' })).toBeVisible();
  // Other tests may have opened more than the twelve of the demo market.
  const codes = page.getByRole('article').getByRole('img');
  await expect.poll(() => codes.count()).toBeGreaterThanOrEqual(12);
  await page.getByRole('button', { name: 'Copy link to Malnad Dairy' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(new URL(`/#/${SHOP}/products`, page.url()).href);
  await page.evaluate(() => localStorage.setItem('language', 'hi'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'हाट की दुकानें' })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(12);
  for (const unprinted of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('main').getByRole('button'),
  ]) {
    await expect(unprinted.filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('says that there is no camera, and reads a picture instead', async ({ withCamera, page: other }) => {
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/#/qr-codes');
  const card = other.getByRole('article', { name: 'Malnad Dairy' });
  const picture = await card.screenshot();

  const page = await withCamera('missing');
  await page.goto('/#/qr-login');
  await expect(page.getByRole('alert')).toHaveText('No camera found');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  const chooser = page.getByLabel('Scan from a picture');
  await chooser.setInputFiles({ name: 'nothing.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(page.getByRole('alert')).toHaveText(/^No readable code in this picture./);
  await chooser.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture });
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/login$`));
});
