import * as api from '@haat/contract/accounts/auth.calls';
import type { Contact } from '@haat/contract/accounts/contact';
import { redeemOtp, requestOtp } from '@haat/core/accounts/one-time-code';
import { listOwnShops, switchShop } from '@haat/core/accounts/own-shops';
import { endSession, refreshSession } from '@haat/core/accounts/session-lifecycle';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';

export const authRoutes: Route[] = [
  route(api.sendLoginCode, async ({ ctx, body: { shop_slug, language, ...body } }) => {
    const contact = contactOf(body);
    const address = clientAddress(ctx.ip);
    const { resendAfter } = await requestOtp({ ...contact, shopSlug: shop_slug, address, language });
    return { message: `OTP sent to your ${contact.email ? 'email' : 'mobile number'}!`, resend_after: resendAfter };
  }),

  route(api.logIn, async ({ ctx, body: { token: code, shop_slug, ...body } }) => {
    const origin = { address: clientAddress(ctx.ip), userAgent: ctx.get('user-agent') };
    const { token, refreshToken, userId } = await redeemOtp({
      ...contactOf(body),
      code,
      shopSlug: shop_slug,
      origin,
    });
    return { token, refreshToken, user: { id: userId } };
  }),

  route(api.refreshSession, ({ ctx, body: { refreshToken } }) =>
    refreshSession({ refreshToken, address: clientAddress(ctx.ip) }),
  ),

  // With an expired access token the refresh token identifies the session.
  route(api.logOut, ({ user, body }) => endSession({ sessionId: user?.sessionId, refreshToken: body?.refreshToken })),

  route(api.listOwnShops, async ({ user }) => {
    const shops = await listOwnShops(user);
    return shops.map((shop) => ({ ...shop, current: shop.id === user.shopId }));
  }),

  route(api.switchShop, ({ user, body }) => switchShop({ ...user, shopSlug: body.shop_slug })),
];

// The schema accepts one of the two.
const contactOf = ({ email, mobile = '' }: { email?: string | undefined; mobile?: string | undefined }): Contact =>
  email === undefined ? { mobile } : { email };
