import type { LoginView } from '@haat/contract/api/auth.schema';
import type { NewSession, OtpSent, RedeemOtp, SendOtp } from '@haat/machines/login/login.machine';
import { fromPromise } from 'xstate';
import { sendRequest } from '../../lib/send-request.ts';

type SendTokenView = { resend_after: number };

/** The two calls of the login. They carry no bearer: whoever is about to sign in is nobody yet. Spec section 7. */
export const loginActors = {
  sendOtp: fromPromise<OtpSent, SendOtp>(async ({ input: { email, shopSlug }, signal }) => {
    const body = { email, shop_slug: shopSlug };
    const view = await sendRequest('/api/auth/send-token', { method: 'POST', body, signal }, undefined);
    return { resendAfter: (view as SendTokenView).resend_after };
  }),
  redeemOtp: fromPromise<NewSession, RedeemOtp>(async ({ input: { email, otp, shopSlug }, signal }) => {
    const body = { email, token: otp, shop_slug: shopSlug };
    const view = await sendRequest('/api/auth/login-with-token', { method: 'POST', body, signal }, undefined);
    const { token, refreshToken, user } = view as LoginView;
    return { token, refreshToken, userId: user.id };
  }),
};
