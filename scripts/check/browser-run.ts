import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolEntry } from '../bootstrap/tool-entry.mjs';
import { repoRoot } from '../lib/repo-root.ts';
import { countPlaywright, type Counts } from './counts.ts';
import { findOrInstallChromium, findOrInstallHeadlessShell } from './machine-tools.ts';
import { runTool } from './run-tool.ts';

const CONFIG = ['test', '--config', 'e2e/playwright.config.ts'];

/** Runs the browser tests in the Chromium of this machine; where there is none they are counted as skipped, aloud. */
export async function runBrowserTests(): Promise<Counts> {
  const playwright = toolEntry(repoRoot, 'playwright');
  const chromium = findOrInstallChromium();
  if (!chromium) {
    console.log('Browser tests are SKIPPED: no Chromium here. Install one, or name it in CHROMIUM_PATH.');
    const { output } = await runTool(playwright, [...CONFIG, '--list'], { show: false });
    return { passed: 0, failed: 0, skipped: Number(/Total: (\d+) test/.exec(output)?.[1] ?? 1) };
  }
  const shell = findOrInstallHeadlessShell();
  const folder = mkdtempSync(join(tmpdir(), 'haat-report-'));
  const file = join(folder, 'playwright.json');
  const browsers = { CHROMIUM_PATH: chromium, ...(shell && { HEADLESS_SHELL_PATH: shell }) };
  const env = { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code } = await runTool(playwright, [...CONFIG, '--reporter=list,json'], { show: true, env });
  try {
    return countPlaywright(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof countPlaywright>[0], code);
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // it did not come as far as a report; why is above
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
