import { isGuarded } from '@haat/contract/api/endpoint';
import { ENDPOINTS } from '@haat/contract/api/endpoints';
import { DomainError } from '@haat/core/errors';
import { readSession } from '@haat/core/services/auth/read-session';
import { isMember, type Session } from '@haat/core/services/auth/session';
import type { Context, Next } from 'koa';
import { endpointPath } from './endpoint-path.ts';

/** What the middlewares before a route know. `session`: on calls that the contract guards, when the bearer has one. */
export type ApiState = { requestId: string; session?: Session | undefined };

const guarded = ENDPOINTS.filter(isGuarded).map((endpoint) => ({
  method: endpoint.method.toUpperCase(),
  path: endpointPath(endpoint),
}));

/**
 * Reads the session behind the bearer token, for calls that the contract guards. The public ones do not look at the
 * header at all: a stale stored token must not break browsing.
 */
export async function session(ctx: Context, next: Next): Promise<void> {
  const token = bearerToken(ctx.req.headers.authorization ?? '');
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  if (token && guarded.some((call) => call.method === method && call.path.test(ctx.path))) {
    ctx.state.session = await readSession(token);
  }
  await next();
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

/** The token of an Authorization header; undefined unless it is a bearer's. */
function bearerToken(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}
