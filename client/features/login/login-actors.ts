import type { LoginView } from '@haat/contract/api/auth.schema';
import type { NewSession, OtpSent, RedeemOtp, SendOtp } from '@haat/machines/login/login.machine';
import { fromPromise } from 'xstate';
import { sendRequest, type Call } from '../../lib/send-request.ts';

type SendTokenView = { resend_after: number };

const SESSION = { token: '', refreshToken: '', user: { id: 0 } };

/** The two calls of the login. They carry no bearer: whoever is about to sign in is nobody yet. Spec section 7. */
export const loginActors = {
  sendOtp: fromPromise<OtpSent, SendOtp>(async ({ input: { email, shopSlug }, signal }) => {
    const body = { email, shop_slug: shopSlug };
    const call: Call<SendTokenView> = { method: 'POST', body, signal, like: { resend_after: 0 } };
    return { resendAfter: (await sendRequest('/api/auth/send-token', call, undefined)).resend_after };
  }),
  redeemOtp: fromPromise<NewSession, RedeemOtp>(async ({ input: { email, otp, shopSlug }, signal }) => {
    const body = { email, token: otp, shop_slug: shopSlug };
    const call: Call<LoginView> = { method: 'POST', body, signal, like: SESSION };
    const { token, refreshToken, user } = await sendRequest('/api/auth/login-with-token', call, undefined);
    return { token, refreshToken, userId: user.id };
  }),
};
