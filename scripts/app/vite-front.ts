import { join } from 'node:path';
import { createServer } from 'vite';
import { repoRoot } from '../lib/repo-root.ts';
import type { Settings } from './settings.ts';

const SERVED_BY_API = ['/api', '/uploads', '/dev', '/live', '/ready', '/operator'];

/** Vite's development server on the address people use; what is the api's goes to the api. */
export async function startViteFront({ host, port }: Settings, apiPort: number): Promise<{ stop(): Promise<void> }> {
  const target = `http://127.0.0.1:${apiPort}`;
  const proxy = Object.fromEntries(SERVED_BY_API.map((path) => [path, { target }]));
  const root = join(repoRoot, 'client');
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    clearScreen: false,
    server: { host, port, strictPort: true, proxy: { ...proxy, '/socket.io': { target, ws: true } } },
  });
  await server.listen();
  return { stop: () => server.close() };
}
