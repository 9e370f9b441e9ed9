import { join } from 'node:path';
import { createServer, type CSSOptions, type Plugin } from 'vite';
import type { BACK_OFFICE_ROUTES } from '../../app/back-office-routes.ts';
import type { ScreenRoute, STOREFRONT_ROUTES } from '../../app/routes.ts';
import type { drawFirstViews } from '../FirstView.tsx';

const CLIENT = join(import.meta.dirname, '..', '..');

/** What the build reads from the app: its first views as markup, and its screens by the name of their chunk. */
export type AppAtBuild = {
  firstViews: ReturnType<typeof drawFirstViews>;
  screens: (Pick<ScreenRoute, 'path' | 'early'> & { name: string; isBackOffice: boolean })[];
};

/** What the app's modules need of the build; its first views must have the class names of the build. */
type ModuleOptions = { plugins: () => Plugin[]; css: CSSOptions };

/** Runs modules of the app itself, once per build. */
export function appAtBuild(options: ModuleOptions): () => Promise<AppAtBuild> {
  let answer: Promise<AppAtBuild> | undefined;
  return () => (answer ??= runApp(options));
}

async function runApp({ plugins, css }: ModuleOptions): Promise<AppAtBuild> {
  const server = await createServer({
    configFile: false,
    root: CLIENT,
    mode: 'production',
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: plugins(),
    css,
  });
  try {
    const view = (await server.ssrLoadModule('/boot/FirstView.tsx')) as { drawFirstViews: typeof drawFirstViews };
    const storefront = await server.ssrLoadModule('/app/routes.ts');
    const backOffice = await server.ssrLoadModule('/app/back-office-routes.ts');
    const { STOREFRONT_ROUTES: ofCustomers } = storefront as { STOREFRONT_ROUTES: typeof STOREFRONT_ROUTES };
    const { BACK_OFFICE_ROUTES: ofShops } = backOffice as { BACK_OFFICE_ROUTES: typeof BACK_OFFICE_ROUTES };
    const named = (routes: readonly ScreenRoute[], isBackOffice: boolean) =>
      routes.map(({ screen, ...route }) => ({ ...route, isBackOffice, name: screen.displayName ?? '' }));
    const screens = [...named(ofCustomers, false), ...named(ofShops, true)];
    return { firstViews: view.drawFirstViews(), screens };
  } finally {
    await server.close();
  }
}
