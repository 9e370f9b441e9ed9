import type { ConfirmedEmailView, EmailCodeView, UpdatedProfileView } from '@haat/contract/api/users.schema';
import type { CodeSent, ConfirmedEmail, SavedProfile, SaveProfile } from '@haat/machines/profile/profile.machine';
import { fromPromise } from 'xstate';
import { callApi } from '../../lib/api.ts';
import type { Call } from '../../lib/send-request.ts';
import { shrinkPicture } from '../../lib/shrink-picture.ts';

/** The three calls of the profile. Spec section 7. */
export const profileActors = {
  saveProfile: fromPromise<SavedProfile, SaveProfile>(async ({ input: { texts, picture }, signal }) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(texts)) body.append(name, text);
    if (picture instanceof File) body.append('profileImage', await shrinkPicture(picture), picture.name);
    const call: Call<UpdatedProfileView> = { method: 'POST', body, signal, like: { id: 0, email: '' } };
    const { pending_email, resend_after } = await callApi('/api/users/update-profile', call);
    return pending_email ? { waiting: { email: pending_email, resendAfter: resend_after ?? 0 } } : {};
  }),
  resendCode: fromPromise<CodeSent>(async ({ signal }) => {
    const call: Call<EmailCodeView> = { method: 'POST', signal, like: { resend_after: 0 } };
    const { resend_after } = await callApi('/api/users/send-email-code', call);
    return { resendAfter: resend_after };
  }),
  confirmEmail: fromPromise<ConfirmedEmail, { code: string }>(async ({ input, signal }) => {
    const call: Call<ConfirmedEmailView> = { method: 'POST', body: input, signal, like: { token: '' } };
    const { token } = await callApi('/api/users/confirm-email', call);
    return { token };
  }),
};
