import { watch } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../lib/repo-root.ts';
import type { Service } from './service.ts';

const QUIET_MS = 150; // an editor or git writes several files at once

/** Restarts the service whenever a source file in one of the workspaces changes. */
export function restartOnChange(service: Service, workspaces: string[]): void {
  let pending: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const onChange = (workspace: string) => (_event: string, file: string | null) => {
    if (!file?.endsWith('.ts') || /\.test\.ts$|node_modules/.test(file)) return;
    clearTimeout(pending);
    pending = setTimeout(() => {
      console.log(`${workspace}/${file} changed: restarting the ${service.name}`);
      restarting = restarting.then(() => service.restart());
    }, QUIET_MS);
  };
  for (const workspace of workspaces) watch(join(repoRoot, workspace), { recursive: true }, onChange(workspace));
}
