import type { ConfirmedEmailView, EmailCodeView, UpdatedProfileView } from '@haat/contract/api/users.schema';
import type { CodeSent, ConfirmedEmail, SavedProfile, SaveProfile } from '@haat/machines/profile/profile.machine';
import { fromPromise } from 'xstate';
import { callApi } from '../../lib/api.ts';
import { shrinkPicture } from '../../lib/shrink-picture.ts';

/** The three calls of the profile. Spec section 7. */
export const profileActors = {
  saveProfile: fromPromise<SavedProfile, SaveProfile>(async ({ input: { texts, picture }, signal }) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(texts)) body.append(name, text);
    if (picture instanceof File) body.append('profileImage', await shrinkPicture(picture), picture.name);
    const call = { method: 'POST' as const, body, signal };
    const { pending_email, resend_after } = await callApi<UpdatedProfileView>('/api/users/update-profile', call);
    return pending_email ? { waiting: { email: pending_email, resendAfter: resend_after ?? 0 } } : {};
  }),
  resendCode: fromPromise<CodeSent>(async ({ signal }) => {
    const { resend_after } = await callApi<EmailCodeView>('/api/users/send-email-code', { method: 'POST', signal });
    return { resendAfter: resend_after };
  }),
  confirmEmail: fromPromise<ConfirmedEmail, { code: string }>(async ({ input, signal }) => {
    const call = { method: 'POST' as const, body: input, signal };
    const { token } = await callApi<ConfirmedEmailView>('/api/users/confirm-email', call);
    return { token };
  }),
};
