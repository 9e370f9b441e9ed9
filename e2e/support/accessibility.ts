import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** No violation that axe can find on what the page shows now, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findViolations(page), `axe on ${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

/** What axe finds wrong on the page as it is, WCAG 2.2 AA with the size of targets included. */
export async function findViolations(page: Page): Promise<string[]> {
  // A colour in the middle of its transition is neither the one nor the other.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // No frames here: the legacy mode, which looks at one page alone, takes half the time.
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => {
    const wrong = nodes.filter((node) => !isCoveredTarget(id, node));
    return wrong.length > 0 ? [`${id}: ${wrong.map(({ html }) => html).join(' | ')}`] : [];
  });
}

/** What the cart bar covers at this moment is large enough again as soon as it is scrolled from under it. */
function isCoveredTarget(rule: string, { any }: Found): boolean {
  return rule === 'target-size' && any.some(({ data }) => /obscured/i.test(String(data?.messageKey)));
}
