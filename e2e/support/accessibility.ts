import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
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
  return runAxe(page, (axe) => axe.withTags(RULES));
}

/** What a change of theme makes wrong. It changes colours and nothing else, and those rules alone take a third of the time. */
export async function findViolationsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  return runAxe(page, (axe) => axe.withRules(COLOUR_RULES));
}

async function runAxe(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // A colour in the middle of its transition is neither the one nor the other.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Looking at this page alone, without frames (the legacy mode), and describing nothing that is right: a quarter of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await choose(axe).analyze();
  return violations.flatMap(({ id, nodes }) => {
    const wrong = nodes.filter((node) => !isCoveredTarget(id, node));
    return wrong.length > 0 ? [`${id}: ${wrong.map(({ html }) => html).join(' | ')}`] : [];
  });
}

/** What the cart bar covers at this moment is large enough again as soon as it is scrolled from under it. */
function isCoveredTarget(rule: string, { any }: Found): boolean {
  return rule === 'target-size' && any.some(({ data }) => /obscured/i.test(String(data?.messageKey)));
}
