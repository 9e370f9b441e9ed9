import type Router from '@koa/router';
import type { ApiState } from '../http/session.ts';
import { usersRoutes } from './users.routes.ts';

/** What the routes need of the process they run in. */
export type Tools = Record<never, never>;

/** Every resource of the API. */
export function allRoutes(_tools: Tools): Router<ApiState>[] {
  return [usersRoutes];
}
