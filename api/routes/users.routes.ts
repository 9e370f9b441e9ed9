import { Router } from '@koa/router';
import {
  confirmEmailBody,
  type ConfirmedEmailView,
  type EmailCodeView,
  type UpdatedProfileView,
  updateProfileForm,
  type UserView,
} from '@haat/contract/api/users.schema';
import type { User } from '@haat/core/db/user.model';
import type { Session } from '@haat/core/services/auth/session';
import { confirmEmail } from '@haat/core/services/users/confirm-email';
import { getOwnProfile } from '@haat/core/services/users/get-own-profile';
import { resendEmailCode } from '@haat/core/services/users/resend-email-code';
import { updateProfile } from '@haat/core/services/users/update-profile';
import { clientAddress } from '../http/client-address.ts';
import { parse } from '../http/parse.ts';
import { readPictureForm } from '../http/picture-form.ts';
import { type ApiState, requireUser } from '../http/session.ts';

export const usersRoutes = new Router<ApiState>({ prefix: '/api/users' });

usersRoutes.get('/me', async (ctx) => {
  const session = requireUser(ctx.state);
  const user = await getOwnProfile({ userId: session.userId });
  ctx.body = presentUser(user, session);
});

usersRoutes.post('/update-profile', async (ctx) => {
  const session = requireUser(ctx.state);
  const { fields, picture } = await readPictureForm(ctx, 'profileImage');
  const address = clientAddress(ctx.ip);
  const { user, resendAfter } = await updateProfile({
    ...session,
    address,
    fields: parse(updateProfileForm, fields),
    picture,
  });
  const resend = resendAfter === undefined ? {} : { resend_after: resendAfter };
  ctx.body = { ...presentUser(user, session), ...resend } satisfies UpdatedProfileView;
});

usersRoutes.post('/send-email-code', async (ctx) => {
  const { userId, shopId } = requireUser(ctx.state);
  const { resendAfter } = await resendEmailCode({ userId, shopId, address: clientAddress(ctx.ip) });
  ctx.body = { resend_after: resendAfter } satisfies EmailCodeView;
});

usersRoutes.post('/confirm-email', async (ctx) => {
  const { userId, sessionId } = requireUser(ctx.state);
  const { code } = parse(confirmEmailBody, ctx.request.body);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = (await confirmEmail({ userId, sessionId, code })) satisfies ConfirmedEmailView;
});

function presentUser(user: User, session: Session): UserView {
  const { role, shopId, shopSlug, isPlatformAdmin, shopSuspendedFor } = session;
  const { id, name, email, mobile, profileImage, pendingEmail } = user;
  const pending = pendingEmail === null ? {} : { pending_email: pendingEmail };
  const suspension = shopSuspendedFor === undefined ? {} : { shop_suspended: shopSuspendedFor };
  const context = role && { role: 'vendor' as const, shop_id: shopId, shop_slug: shopSlug, ...suspension };
  const rights = { ...(role === 'admin' && { shop_admin: true }), ...(isPlatformAdmin && { operator: true }) };
  return { id, name, email, mobile, profile_image: profileImage, ...pending, ...context, ...rights };
}
