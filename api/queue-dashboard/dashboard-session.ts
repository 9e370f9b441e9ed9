import { env } from '@haat/core/ops/env';
import { DomainError } from '@haat/core/errors';
import {
  DASHBOARD_SECONDS,
  findSession,
  type Session,
  signDashboardToken,
  verifyDashboardToken,
} from '@haat/core/accounts/session';
import type { Context } from 'koa';

export const DASHBOARD_PATH = '/operator/queues';

const isSecure = env.PUBLIC_URL.startsWith('https:');
/** With this prefix, which requires HTTPS and the path `/`, no other host of the domain can set the cookie. */
const COOKIE = isSecure ? '__Host-haat_queue_dashboard' : 'haat_queue_dashboard';
const WHERE = isSecure ? 'Path=/; Secure' : `Path=${DASHBOARD_PATH}`;
const SAFE = new Set(['GET', 'HEAD']);

/** Lets this browser open the dashboard: a page cannot send a bearer token with the files it loads. */
export async function setDashboardCookie(ctx: Context, session: Session): Promise<void> {
  const attributes = `${WHERE}; Max-Age=${DASHBOARD_SECONDS}; HttpOnly; SameSite=Strict`;
  ctx.append('Set-Cookie', `${COOKIE}=${await signDashboardToken(session)}; ${attributes}`);
}

/**
 * Checked against the database on every request, so an ended session and a former operator lose access immediately. Requests that
 * change something must come from the dashboard's own origin. Throws DomainError.
 */
export async function requireDashboardAccess(ctx: Context): Promise<void> {
  const sessionId = await verifyDashboardToken(ctx.cookies.get(COOKIE) ?? '');
  const session = sessionId === undefined ? undefined : await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Open the job queues from the list of shops');
  if (!session.isPlatformAdmin)
    throw new DomainError('forbidden', 'Only the operator of the platform can view this page');
  if (!SAFE.has(ctx.method) && !isSameOrigin(ctx))
    throw new DomainError('forbidden', 'Cross-origin requests are not allowed');
}

const isSameOrigin = (ctx: Context): boolean => URL.parse(ctx.get('origin'))?.host === ctx.host;
