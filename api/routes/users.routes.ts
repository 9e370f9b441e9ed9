import { Router } from '@koa/router';
import type { UserView } from '@haat/contract/api/users.schema';
import type { User } from '@haat/core/db/user.model';
import type { Session } from '@haat/core/services/auth/session';
import { getOwnProfile } from '@haat/core/services/users/get-own-profile';
import { type ApiState, requireUser } from '../http/session.ts';

export const usersRoutes = new Router<ApiState>({ prefix: '/api/users' });

usersRoutes.get('/me', async (ctx) => {
  const session = requireUser(ctx.state);
  const user = await getOwnProfile({ userId: session.userId });
  ctx.body = presentUser(user, session);
});

function presentUser(user: User, { role, shopId, shopSlug }: Session): UserView {
  const { id, name, email, mobile, profileImage } = user;
  const context = role && { role: 'vendor' as const, shop_id: shopId, shop_slug: shopSlug };
  return { id, name, email, mobile, profile_image: profileImage, ...context };
}
