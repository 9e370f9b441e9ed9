import { isGuarded } from '@haat/contract/api/endpoint';
import { ENDPOINTS } from '@haat/contract/api/endpoints';
import { DomainError } from '@haat/core/errors';
import { readSession } from '@haat/core/services/auth/read-session';
import { isAdmin, isMember, type Session } from '@haat/core/services/auth/session';
import type { Context, Next } from 'koa';
import { endpointPath } from './endpoint-path.ts';

/** What the middlewares before a route know. `session`: on calls that the contract guards, when the bearer has one. */
export type ApiState = { requestId: string; session?: Session | undefined };

const guarded = ENDPOINTS.filter(isGuarded).map((endpoint) => ({
  method: endpoint.method.toUpperCase(),
  path: endpointPath(endpoint),
  changesShop:
    (endpoint.auth === 'vendor' || endpoint.auth === 'admin') && endpoint.method !== 'get' && !endpoint.isRead,
}));

/**
 * Reads the session behind the bearer token, for calls that the contract guards. The public ones do not look at the
 * header at all: a stale stored token must not break browsing.
 */
export async function session(ctx: Context, next: Next): Promise<void> {
  const token = bearerToken(ctx.req.headers.authorization ?? '');
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  const call = token && guarded.find((each) => each.method === method && each.path.test(ctx.path));
  if (call) {
    ctx.state.session = await readSession(token);
    if (call.changesShop) refuseForSuspended(ctx.state.session);
  }
  await next();
}

/** Members of a suspended shop see everything and change nothing. */
function refuseForSuspended(session: Session | undefined): void {
  if (!session?.role || session.shopSuspendedFor === undefined) return;
  const reason = session.shopSuspendedFor && `: ${session.shopSuspendedFor}`;
  throw new DomainError('shop_suspended', `This shop is suspended${reason}`);
}

/** The signed-in user. Throws DomainError `unauthenticated`. */
export function requireUser({ session }: ApiState): Session {
  if (!session) throw new DomainError('unauthenticated', 'Please sign in');
  return session;
}

/** A member of the session's shop, or the platform's operator. Throws DomainError `unauthenticated` or `forbidden`. */
export function requireMember(state: ApiState): Session {
  const session = requireUser(state);
  if (!isMember(session)) {
    throw new DomainError('forbidden', 'Access denied. Only vendors can view this page.');
  }
  return session;
}

/** An admin of the session's shop, or the platform's operator. Throws DomainError `unauthenticated` or `forbidden`. */
export function requireAdmin(state: ApiState): Session {
  const session = requireUser(state);
  if (!isAdmin(session)) throw new DomainError('forbidden', 'Only an admin of the shop can do this.');
  return session;
}

/** The platform's operator. Throws DomainError `unauthenticated` or `forbidden`. */
export function requireOperator(state: ApiState): Session {
  const session = requireUser(state);
  if (!session.isPlatformAdmin) throw new DomainError('forbidden', 'Only the operator of the platform can do this.');
  return session;
}

/** The token of an Authorization header; undefined unless it is a bearer's. */
function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}
