import { type Access, changesShop, type Endpoint, isGuarded } from '@haat/contract/api/endpoint';
import { DomainError } from '@haat/core/errors';
import { readSession, type Session } from '@haat/core/services/auth/session';
import { canAdministerOwnShop, canAccessOwnShop } from '@haat/core/services/auth/shop-rights';
import type { Context } from 'koa';

/** What is known of a request. `session`: on guarded calls, when the access token is valid. */
export type ApiState = { requestId: string; session?: Session | undefined };

/**
 * The session of the caller, checked against who may make the call. Public calls do not look at the header at all: an
 * outdated stored token must not break browsing. Throws DomainError `unauthenticated`, `forbidden` or `shop_suspended`.
 */
export async function authorize(ctx: Context, endpoint: Endpoint): Promise<Session | undefined> {
  if (!isGuarded(endpoint)) return undefined;
  const token = bearerToken(ctx.req.headers.authorization ?? '');
  const session = token ? await readSession(token) : undefined;
  ctx.state.session = session;
  if (changesShop(endpoint)) refuseForSuspended(session);
  // The handler of a call with a refresh token looks at that instead.
  return endpoint.access === 'refresh-token' ? session : requireAccess(session, endpoint.access);
}

/** The session if it has that access. Throws DomainError `unauthenticated` or `forbidden`. */
export function requireAccess(session: Session | undefined, access: Access): Session {
  if (!session) throw new DomainError('unauthenticated', 'Please sign in');
  if (access === 'member' && !canAccessOwnShop(session))
    throw new DomainError('forbidden', 'Access denied. Only vendors can view this page.');
  if (access === 'admin' && !canAdministerOwnShop(session))
    throw new DomainError('forbidden', 'Only an admin of the shop can do this.');
  if (access === 'operator' && !session.isPlatformAdmin)
    throw new DomainError('forbidden', 'Only the operator of the platform can do this.');
  return session;
}

/** Members of a suspended shop can read everything and change nothing. */
function refuseForSuspended(session: Session | undefined): void {
  if (!session?.role || session.shopSuspendedFor === undefined) return;
  const reason = session.shopSuspendedFor && `: ${session.shopSuspendedFor}`;
  throw new DomainError('shop_suspended', `This shop is suspended${reason}`);
}

/** The token of an Authorization header of the Bearer scheme. */
function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}
