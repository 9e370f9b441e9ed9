import type { BrowserContext, Page } from '@playwright/test';

/** Counts, in every page of the context, the sounds that were played once, and the repeated sounds that have not ended. */
export async function countSounds(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const counted = window as unknown as Sounds;
    counted.ringing = 0;
    counted.played = 0;
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.loop) counted.ringing += 1;
      else counted.played += 1;
      return start.apply(this, when);
    };
    AudioBufferSourceNode.prototype.stop = function (...when) {
      if (this.loop) counted.ringing -= 1;
      return stop.apply(this, when);
    };
  });
}

type Sounds = { ringing: number; played: number };

/** How many sounds this page has played once. */
export const soundsPlayed = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Sounds).played);

/** How many of the pages ring now. */
export async function pagesPlayingSound(pages: readonly Page[]): Promise<number> {
  const rings = await Promise.all(pages.map((page) => page.evaluate(() => (window as unknown as Sounds).ringing)));
  return rings.reduce((sum, each) => sum + each, 0);
}
