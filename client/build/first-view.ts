import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import type { drawFirstViews } from '../app/FirstView.tsx';

const CLIENT = join(import.meta.dirname, '..');

/**
 * Puts the dashboard's first view into the page, once for each language: `early.ts` shows it while the app is on its way.
 * `plugins`: those that the app's own modules need.
 */
export function firstView(plugins: () => Plugin[]): Plugin {
  return {
    name: 'first-view',
    apply: 'build',
    transformIndexHtml: async () =>
      (await drawn(plugins())).map(([language, children]) => ({
        tag: 'template',
        injectTo: 'body' as const,
        attrs: { 'data-first-view': language },
        children,
      })),
  };
}

// By the modules of the app itself, run here.
async function drawn(plugins: Plugin[]): Promise<ReturnType<typeof drawFirstViews>> {
  const server = await createServer({
    configFile: false,
    root: CLIENT,
    mode: 'production',
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins,
  });
  try {
    const module = await server.ssrLoadModule('/app/FirstView.tsx');
    return (module as { drawFirstViews: typeof drawFirstViews }).drawFirstViews();
  } finally {
    await server.close();
  }
}
