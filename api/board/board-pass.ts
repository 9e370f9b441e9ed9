import { env } from '@haat/core/env';
import { DomainError } from '@haat/core/errors';
import { findSession } from '@haat/core/services/auth/find-session';
import type { Session } from '@haat/core/services/auth/session';
import { BOARD_SECONDS, signBoardPass, verifyBoardPass } from '@haat/core/services/auth/tokens';
import type { Context } from 'koa';

/** Where the board is. Its cookie goes there and nowhere else. */
export const BOARD_PATH = '/operator/queues';

const COOKIE = 'haat_board';
const SAFE = new Set(['GET', 'HEAD']);

/** Lets this browser look at the board: a page cannot send a bearer token with what it loads. */
export async function givePass(ctx: Context, session: Session): Promise<void> {
  const isSecure = env.PUBLIC_URL.startsWith('https:');
  const attributes = `Path=${BOARD_PATH}; Max-Age=${BOARD_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  ctx.append('Set-Cookie', `${COOKIE}=${await signBoardPass(session)}; ${attributes}`);
}

/**
 * Asked with every call, of the database: a session that has ended or an operator who is none any more sees nothing from
 * then on. What changes something must come from our own page, whatever the browser thinks of cookies. Throws DomainError.
 */
export async function requirePass(ctx: Context): Promise<void> {
  const sessionId = await verifyBoardPass(ctx.cookies.get(COOKIE) ?? '');
  const session = sessionId === undefined ? undefined : await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Open the queues from the list of shops');
  if (!session.isPlatformAdmin)
    throw new DomainError('forbidden', 'Only the operator of the platform can view this page');
  if (!SAFE.has(ctx.method) && !isFromHere(ctx)) throw new DomainError('forbidden', 'This did not come from our page');
}

const isFromHere = (ctx: Context): boolean => URL.parse(ctx.get('origin'))?.host === ctx.host;
