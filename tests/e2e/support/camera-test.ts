import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CHROMIUM } from './chromium.ts';
import type { Grey } from './draw-codes.ts';
import { expect, listen, test as base } from './test.ts';

/** The picture that the fake camera shows; two cameras; or why there is none. */
type Camera = { sees: Grey } | 'two' | 'denied' | 'missing';
type Fixtures = { withCamera: (camera: Camera) => Promise<Page> };

/**
 * Tests with a browser whose camera shows drawn pictures. The camera belongs to the browser, so each has one of its own.
 * As with people: a test fails when a console complained.
 */
export const test = base.extend<Fixtures>({
  withCamera: async ({ playwright, launchOptions, allowedConsoleErrors }, use, testInfo) => {
    const complaints: string[] = [];
    const closing: (() => Promise<void>)[] = [];
    await use(async (camera) => {
      const video = testInfo.outputPath(`camera-${closing.length}.y4m`);
      if (typeof camera === 'object') writeFileSync(video, videoOf(camera.sees));
      const args = [...(launchOptions.args ?? []), ...ARGS[typeof camera === 'object' ? 'file' : camera](video)];
      const browser = await playwright.chromium.launch({ ...launchOptions, executablePath: CHROMIUM, args });
      closing.push(() => browser.close());
      const context = await browser.newContext();
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    });
    await Promise.all(closing.map((close) => close()));
    const unmeant = complaints.filter((complaint) => !allowedConsoleErrors?.test(complaint));
    expect(unmeant, 'what the consoles complained of').toEqual([]);
  },
});

const ALLOWED = '--use-fake-ui-for-media-stream';
const fromFile = (video: string) => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
];

const ARGS = {
  file: (video: string) => [...fromFile(video), ALLOWED],
  // Each shows a moving pattern.
  two: () => ['--use-fake-device-for-media-stream=device-count=2', ALLOWED],
  denied: () => ['--use-fake-device-for-media-stream'],
  // A video that is not there is no camera.
  missing: (video: string) => [...fromFile(video), ALLOWED],
};

// YUV4MPEG2: the one kind of video that needs no encoder. Grey has no colour, so both colour planes are in the middle.
function videoOf({ width, height, data }: Grey): Buffer {
  const colour = Buffer.alloc((width * height) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  return Buffer.concat([head, data, colour]);
}

export { expect };
