import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE_OF = { tsc: 'typescript', playwright: '@playwright/test', lingui: '@lingui/cli' };

/** The JavaScript file behind an installed command, so that it runs on the Node we chose and without a shell. */
export function toolEntry(root, tool) {
  const dir = join(root, 'node_modules', PACKAGE_OF[tool] ?? String(tool));
  const manifest = join(dir, 'package.json');
  if (!existsSync(manifest)) throw new Error(`The tool "${tool}" is not installed.`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const entry = typeof bin === 'string' ? bin : bin?.[tool];
  if (!entry) throw new Error(`The package of "${tool}" has no command of that name.`);
  return join(dir, entry);
}
