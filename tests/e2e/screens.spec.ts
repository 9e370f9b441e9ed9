import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { findViolations, findViolationsIn, findViolationsOfWidth } from './support/accessibility.ts';
import { deviceOf } from './support/accounts.ts';
import { closeContext } from './support/open-contexts.ts';
import { SCREENS } from './support/screens.ts';
import type { Screen } from './support/screen.ts';
import {
  type Appearance,
  disableCache,
  horizontalOverflow,
  leavePage,
  openPage,
  resetPage,
  visit,
  waitForWebFont,
} from './support/visit.ts';

const { SCREENSHOTS_DIR } = process.env;

// The first and the second have neither language nor theme in common, nor have the third and the fourth.
const LOOKS: readonly Appearance[] = [
  { language: 'en', theme: 'light' },
  { language: 'hi', theme: 'dark' },
  { language: 'en', theme: 'dark' },
  { language: 'hi', theme: 'light' },
];

/**
 * The highest cumulative layout shift. Without an installed Devanagari font, missing glyphs are wider than the text in
 * our font, and a row can wrap until the font is loaded.
 */
const MAX_SHIFT = { en: 0.05, hi: 0.25 };

/**
 * Each screen loads twice: on the phone in one language and theme, on the desktop in the others. A state of a screen loads
 * on the phone only. Screenshots are taken of all four at every width.
 */
function looksAt(screen: number, project: string): readonly Appearance[] {
  if (SCREENSHOTS_DIR) return LOOKS;
  const first = screen % LOOKS.length;
  const opposite = first ^ 1;
  return LOOKS.filter((_, turn) => turn === (project === 'phone' ? first : opposite));
}

/** The pages that stay open from one test to the next, by who is signed in. */
const test = base.extend<object, { openPages: Map<string, Page> }>({
  openPages: [
    async ({ browserName: _ }, use) => {
      const pages = new Map<string, Page>();
      await use(pages);
      await Promise.all([...pages.values()].map((page) => closeContext(page.context())));
    },
    { scope: 'worker' },
  ],
});

/** An open page loads the app in half the time. A screen with a `given` gets a new one: it may change the clock or the location. */
const canReusePage = (screen: Screen): boolean => !screen.given;

for (const [index, screen] of SCREENS.entries()) {
  const title = `${screen.name} has no overflow, layout shift or accessibility violation`;
  test(title, { tag: screen.isState ? '@state' : [] }, async ({ browser, contextOptions, openPages }, info) => {
    const isPhone = info.project.name === 'phone';
    const who = screen.who ?? 'guest';
    const device = { ...contextOptions, storageState: await deviceOf(who) };
    const isReused = canReusePage(screen);
    for (const look of looksAt(index, info.project.name)) {
      const page = (isReused && openPages.get(who)) || (await openPage(browser, device));
      if (isReused) openPages.set(who, page);
      await resetPage(page, device, look);
      // On the phone each screen, but not its states, is loaded without a cache, as on a first visit.
      await disableCache(page, isPhone && !screen.isState);
      const { complaints, shift } = await visit(page, screen, look);
      const seen = `${screen.name} ${look.language} ${look.theme}`;
      if (SCREENSHOTS_DIR) await takePicture(page, join(SCREENSHOTS_DIR, info.project.name, `${seen}.png`));
      const findings = isPhone ? await findViolations(page) : await findViolationsOfWidth(page);
      expect.soft(findings, `axe on ${seen}`).toEqual([]);
      // The desktop shows each screen in the other theme.
      if (isPhone && screen.isState) {
        const other = look.theme === 'light' ? 'dark' : 'light';
        expect.soft(await findViolationsIn(page, other), `axe on ${seen}, then ${other}`).toEqual([]);
      }
      // Not on the order board: orders placed by other tests arrive there and move the rest.
      if (!screen.path.includes('/shop-orders')) {
        expect.soft(shift, `layout shift of ${seen}`).toBeLessThan(MAX_SHIFT[look.language]);
      }
      expect.soft(await horizontalOverflow(page), `${seen} is wider than the window`).toBe(0);
      if (isPhone) await expectFitsNarrow(page, seen);
      if (!screen.allowsConsoleErrors) expect.soft(complaints, `console of ${seen}`).toEqual([]);
      await (isReused ? leavePage(page) : closeContext(page.context()));
    }
  });
}

/** The narrowest phones, with the stand-in font and with our own. */
async function expectFitsNarrow(page: Page, seen: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect.soft(await horizontalOverflow(page), `${seen} is wider than 320 px`).toBe(0);
  await waitForWebFont(page);
  expect.soft(await horizontalOverflow(page), `${seen} in our own font is wider than 320 px`).toBe(0);
  if (size) await page.setViewportSize(size);
}

/** The whole page, with the pictures below the fold. */
async function takePicture(page: Page, path: string): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  // What floats over a page is shown as it floats: a picture of all of it would show it anywhere.
  const isFloating = await page.evaluate(() => scrollY > 0 || document.querySelector('dialog[open]') !== null);
  await page.screenshot({ path: path.replaceAll(' ', '-'), fullPage: !isFloating, animations: 'disabled' });
}
