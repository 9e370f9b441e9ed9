import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Longer animations are timers (of a toast, of an undo), not transitions. */
const CLOCK_MS = 1000;
/** What the width of the window can break: sizes, the order and naming of regions. */
const WIDTH_RULES = ['target-size', 'landmark-unique', 'region', 'heading-order', 'aria-hidden-focus'];
/** The minified build: the page reads it in two thirds of the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** No violation that axe can find on what the page shows now, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findViolations(page), `axe on ${page.url()}, light`).toEqual([]);
  expect(await findViolationsIn(page, 'dark'), `axe on ${page.url()}, dark`).toEqual([]);
}

/** What axe finds wrong on the page as it is, WCAG 2.2 AA with the size of targets included. */
export function findViolations(page: Page): Promise<string[]> {
  return runAxe(page, { type: 'tag', values: RULES });
}

/** What a change of theme makes wrong. It changes colours and nothing else, and those rules alone take a third of the time. */
export async function findViolationsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  return runAxe(page, { type: 'rule', values: COLOUR_RULES });
}

/** What another width and the other theme make wrong on a screen that is right at one width. */
export function findViolationsOfWidth(page: Page): Promise<string[]> {
  return runAxe(page, { type: 'rule', values: [...WIDTH_RULES, 'color-contrast'] });
}

async function runAxe(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  await page.waitForFunction(hasSettled, CLOCK_MS);
  // Once on each page: reading it takes longer than looking at the colours.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Describing nothing that is right: a quarter of the time.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], elementRef: true };
  const violations = await page.evaluate(async (chosen) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, chosen);
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, element }) => ({ html, isCovered: element ? isUnderSomething(element) : false })),
    }));

    /** Whether something that floats over the page is over it, or over the room around it that counts as its own. */
    function isUnderSomething(element: HTMLElement): boolean {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [left, (left + right) / 2, right].flatMap((x) =>
        [top - 12, top + 1, bottom - 1, bottom + 12].map((y) => document.elementFromPoint(x, y)),
      );
      return points.some((over) => {
        for (let each = over; each && !each.contains(element); each = each.parentElement) {
          if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true;
        }
        return false;
      });
    }
  }, options);
  return violations.flatMap(({ id, nodes }) => {
    // A target that is covered at this moment is large enough as soon as it is scrolled into the open.
    const wrong = nodes.filter(({ isCovered }) => id !== 'target-size' || !isCovered);
    return wrong.length > 0 ? [`${id}: ${wrong.map(({ html }) => html).join(' | ')}`] : [];
  });
}

/** Nothing is under way: a colour in the middle of its transition is neither the one nor the other. Runs in the page. */
function hasSettled(clockMs: number): boolean {
  return document.getAnimations().every(({ playState, effect }) => {
    const lasts = Number(effect?.getComputedTiming().endTime);
    return playState !== 'running' || (lasts > clockMs && lasts < Infinity);
  });
}
