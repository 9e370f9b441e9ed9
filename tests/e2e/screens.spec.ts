import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { findViolations, findViolationsOfWidth } from './support/accessibility.ts';
import { BACK_OFFICE, deviceOf } from './support/accounts.ts';
import { findEnglishTexts, findLayoutFaults } from './support/layout.ts';
import { closeContext } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { SCREENS } from './support/screens.ts';
import type { Screen } from './support/screen.ts';
import { type Language, type Texts, textsOf } from './support/texts.ts';
import { disableCache, leavePage, openPage, resetPage, type Theme, visit, waitForWebFont } from './support/visit.ts';

const { SCREENSHOTS_DIR } = process.env;

/** By width: the narrowest phone, a phone, a tablet, a laptop, two large screens. */
const HEIGHTS = { 320: 640, 390: 844, 820: 1180, 1280: 800, 1600: 900, 2560: 1300 };
const WIDTHS = Object.keys(HEIGHTS).map(Number) as (keyof typeof HEIGHTS)[];

/**
 * A screen is checked at the widths of the devices that it is seen on: up to a tablet with a finger, from a laptop on with a mouse.
 * A state, which the phone alone visits, is checked once in each of the three layouts. axe runs at the device's own width, and at
 * the first of these in the other theme.
 */
const WIDTHS_OF = { phone: [320, 390, 820], desktop: [1600, 1280, 2560], state: [320, 820, 1280] } as const;

/**
 * The highest cumulative layout shift: what Web Vitals call good. Without an installed Devanagari font, missing glyphs are wider
 * than the text in our font, and a row can wrap until the font is loaded.
 */
const MAX_SHIFT = { en: 0.1, hi: 0.25 };

/** The pages that stay open from one test to the next, by who is logged in. */
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

/**
 * Each screen loads in one language with a finger, in the other one with a mouse; the theme changes from width to width, and is
 * the other one in the other language. Pictures are taken of everything.
 */
for (const [index, screen] of SCREENS.entries()) {
  const title = `${screen.name} is accessible, complete and still at its widths`;
  test(title, { tag: screen.isState ? '@state' : [] }, async ({ browser, contextOptions, openPages }, info) => {
    // A long list is looked at for half a minute on a busy machine.
    test.setTimeout(SCREENSHOTS_DIR ? 300_000 : 120_000);
    const isPhone = info.project.name === 'phone';
    const who = screen.who ?? 'guest';
    const device = { ...contextOptions, storageState: await deviceOf(who) };
    const isReused = canReusePage(screen);
    const widths = SCREENSHOTS_DIR ? WIDTHS : WIDTHS_OF[screen.isState ? 'state' : isPhone ? 'phone' : 'desktop'];
    for (const language of languagesOf(index, isPhone)) {
      const page = (isReused && openPages.get(who)) || (await openPage(browser, device));
      if (isReused) openPages.set(who, page);
      const own = info.project.use.viewport ?? { width: 390, height: 844 };
      await page.setViewportSize(own);
      const theme = themeAt(own.width, language);
      await resetPage(page, device, { language, theme });
      // With a finger each screen, but not its states, is loaded without a cache, as on a first visit.
      await disableCache(page, isPhone && !screen.isState);
      const { complaints, shift } = await visit(page, screen, { language, theme });
      const seen = `${screen.name} ${language}`;
      // Not on the order board: orders placed by other tests arrive there and move the rest.
      if (!screen.path.includes('/shop-orders')) {
        expect.soft(shift, `layout shift of ${seen}`).toBeLessThan(screen.maxShift ?? MAX_SHIFT[language]);
      }
      expect.soft(await findViolations(page), `axe on ${seen} ${theme}`).toEqual([]);
      expect.soft(await findLayoutFaults(page), `layout of ${seen} in the first font`).toEqual([]);
      if (language === 'hi') expect.soft(await findEnglishTexts(page), `English on ${seen}`).toEqual([]);
      await waitForWebFont(page);
      if (hasNewOrdersBar(screen)) await showNewOrders(page, textsOf(language));
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHTS[width] });
        for (const each of themesAt(width, language)) {
          await page.emulateMedia({ colorScheme: each });
          const look = `${seen} ${each} ${width}`;
          if (SCREENSHOTS_DIR || width === widths[0]) {
            expect.soft(await findViolationsOfWidth(page), `axe on ${look}`).toEqual([]);
          }
          if (SCREENSHOTS_DIR) await takePicture(page, join(SCREENSHOTS_DIR, info.project.name, `${look}.png`));
        }
        expect.soft(await findLayoutFaults(page), `layout of ${seen} at ${width}`).toEqual([]);
      }
      if (!screen.allowsConsoleErrors) expect.soft(complaints, `console of ${seen}`).toEqual([]);
      await (isReused ? leavePage(page) : closeContext(page.context()));
    }
  });
}

/** Whoever works at a shop, whose feed is not broken, sees the bar of new orders on every screen of the back office. */
const hasNewOrdersBar = ({ who, isFeedBroken }: Screen): boolean =>
  (who === 'vendor' || who === 'admin') && isFeedBroken !== true;

/** Shows the bar of new orders where there is one: above the lower edge of the back office. Places an order unless one waits. */
async function showNewOrders(page: Page, t: Texts): Promise<void> {
  if (!(await page.getByRole('navigation', { name: t('backOffice.nav') }).isVisible())) return;
  const bar = page.locator('section[data-new-orders]');
  if (await bar.isVisible()) return;
  const { order } = await newCustomer(page.request, BACK_OFFICE);
  await order();
  await bar.waitFor();
}

function languagesOf(index: number, isPhone: boolean): readonly Language[] {
  if (SCREENSHOTS_DIR) return ['en', 'hi'];
  return index % 2 === Number(isPhone) ? ['hi'] : ['en'];
}

function themeAt(width: number, language: Language): Theme {
  const turn = WIDTHS.findIndex((each) => each === width) + Number(language === 'hi');
  return turn % 2 === 0 ? 'light' : 'dark';
}

function themesAt(width: number, language: Language): readonly Theme[] {
  return SCREENSHOTS_DIR ? ['light', 'dark'] : [themeAt(width, language)];
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
