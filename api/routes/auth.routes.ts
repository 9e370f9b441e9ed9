import { Router } from '@koa/router';
import {
  loginBody,
  type LoginView,
  logoutBody,
  refreshBody,
  type RefreshView,
  sendTokenBody,
} from '@haat/contract/api/auth.schema';
import { endSession } from '@haat/core/services/auth/end-session';
import { redeemOtp } from '@haat/core/services/auth/redeem-otp';
import { refreshSession } from '@haat/core/services/auth/refresh-session';
import { requestOtp } from '@haat/core/services/auth/request-otp';
import { clientAddress } from '../http/client-address.ts';
import { parse } from '../http/parse.ts';
import type { ApiState } from '../http/session.ts';

export const authRoutes = new Router<ApiState>({ prefix: '/api/auth' });

authRoutes.use(async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store');
  await next();
});

authRoutes.post('/send-token', async (ctx) => {
  const { email, shop_slug } = parse(sendTokenBody, ctx.request.body);
  const { resendAfter } = await requestOtp({ email, shopSlug: shop_slug, address: clientAddress(ctx.ip) });
  ctx.body = { message: 'OTP sent to your email!', resend_after: resendAfter };
});

authRoutes.post('/login-with-token', async (ctx) => {
  const { email, token, shop_slug } = parse(loginBody, ctx.request.body);
  const signedIn = await redeemOtp({ email, code: token, shopSlug: shop_slug });
  ctx.body = {
    token: signedIn.token,
    refreshToken: signedIn.refreshToken,
    user: { id: signedIn.userId },
  } satisfies LoginView;
});

authRoutes.post('/refresh-token', async (ctx) => {
  const { refreshToken } = parse(refreshBody, ctx.request.body);
  ctx.body = (await refreshSession({ refreshToken, address: clientAddress(ctx.ip) })) satisfies RefreshView;
});

// Not `requireUser`: with an expired access token the refresh token shows who it is.
authRoutes.post('/logout', async (ctx) => {
  const { refreshToken } = parse(logoutBody, ctx.request.body) ?? {};
  await endSession({ sessionId: ctx.state.session?.sessionId, refreshToken });
  ctx.status = 204;
});
