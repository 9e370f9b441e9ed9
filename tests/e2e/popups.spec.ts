import type { Locator, Page } from '@playwright/test';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

type Popup = { name: string; path: string; opener: (page: Page) => Locator; popup: (page: Page) => Locator };

const POPUPS: readonly Popup[] = [
  {
    name: 'the menu',
    path: '/malnad-dairy/products',
    opener: (page) => page.getByRole('button', { name: 'Open menu' }),
    popup: (page) => page.getByRole('dialog', { name: 'Menu' }),
  },
  {
    name: 'the address popup',
    path: '/malnad-dairy/products',
    opener: (page) => page.getByRole('main').locator('button[aria-haspopup=dialog]').first(),
    popup: (page) => page.getByRole('dialog', { name: 'Delivery address' }),
  },
];

for (const { name, path, opener, popup } of POPUPS) {
  test(`${name} traps the focus, and restores it at Escape and Back`, async ({ quietPage: page }) => {
    await signIn(page, 'malnad-dairy', 'customer@haat.example');
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await opener(page).focus();
      await page.keyboard.press('Enter');
      await expect(popup(page)).toBeVisible();
      for (let step = 0; step < 30; step++) {
        await page.keyboard.press('Tab');
        expect(await placeOfFocus(page)).not.toMatch(/^outside/);
      }
      expect(await seesFocusIn(popup(page), page)).toBe(true);
      await leave();
      await expect(popup(page)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      await expect(page).toHaveURL((url) => url.hash === `#${path}`);
    }
  });
}

test('an alert focuses its OK button, traps the focus, and restores it at Escape', async ({ quietPage: page }) => {
  await page.goto('/#/consent');
  const agree = page.getByRole('button', { name: 'I Agree & Continue' });
  await agree.focus();
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await placeOfFocus(page)).not.toMatch(/^outside/);
  await page.keyboard.press('Escape');
  await expect(alert).toHaveCount(0);
  await expect(agree).toBeFocused();
});

test('the first Tab reaches a link that leads past the header', async ({ quietPage: page }) => {
  await page.goto('/#/malnad-dairy/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

for (const path of ['/haat/dashboard', '/malnad-dairy/products', '/malnad-dairy/login', '/qr-codes', '/about']) {
  test(`shows where the keyboard is, all along ${path}`, async ({ quietPage: page }) => {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const unseen: string[] = [];
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      const hidden = await hiddenFocus(page);
      if (hidden) unseen.push(hidden);
    }
    expect(unseen).toEqual([]);
  });
}

/** `inside` a popup, on the `page` itself (between the last control and the browser's own), or `outside`, with what. */
function placeOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: focused } = document;
    if (focused === document.body || !focused) return 'page';
    return focused.closest('dialog[open]') ? 'inside' : `outside: ${focused.outerHTML}`;
  });
}

/** Whether Tab comes back into the popup after it left its last control. */
async function seesFocusIn(popup: Locator, page: Page): Promise<boolean> {
  for (let step = 0; step < 3; step++) {
    if (await popup.evaluate((element) => element.contains(document.activeElement))) return true;
    await page.keyboard.press('Tab');
  }
  return false;
}

/** The focused element, when no ring shows the focus. */
function hiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement: focused } = document;
    if (!focused || focused === document.body) return undefined;
    const ringed = (element: Element | null): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    // A field or a choice may show it on the frame around it.
    const isSeen = ringed(focused) || ringed(focused.parentElement) || ringed(focused.closest('label'));
    return isSeen ? undefined : focused.outerHTML.slice(0, 160);
  });
}
