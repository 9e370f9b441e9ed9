import { Router } from '@koa/router';
import type { NavigationView } from '@haat/contract/api/navigation.schema';
import { listNavigationItems } from '@haat/core/services/navigation/list-navigation-items';
import type { ApiState } from '../http/session.ts';

export const navigationRoutes = new Router<ApiState>({ prefix: '/api/navigation' });

navigationRoutes.get('/', async (ctx) => {
  const navItems = await listNavigationItems();
  ctx.body = { navItems } satisfies NavigationView;
});
