import * as api from '@haat/contract/accounts/users.calls';
import { claimedRole } from '@haat/contract/accounts/shop-roles';
import type { User } from '@haat/core/db/accounts.models';
import { DomainError } from '@haat/core/errors';
import { findPinCode } from '@haat/core/pin-codes/find-pin-code';
import { deleteAddress, listAddresses, saveAddress } from '@haat/core/accounts/addresses';
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from '@haat/core/accounts/own-sessions';
import type { Session } from '@haat/core/accounts/session';
import { giveConsent, listConsents } from '@haat/core/accounts/consents';
import { deleteAccount, sendDeletionCode } from '@haat/core/accounts/delete-account';
import { confirmEmail, resendEmailCode } from '@haat/core/accounts/email-change';
import { findPlaceRequest, requestPlace, withdrawPlaceRequest } from '@haat/core/shops/place-requests';
import { exportAccount } from '@haat/core/platform/export-account';
import { confirmMobile, removeLoginMobile, sendMobileCode } from '@haat/core/accounts/login-mobile';
import { getOwnProfile, updateProfile } from '@haat/core/accounts/profile';
import { wire } from '@haat/core/lib/wire';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';

export const usersRoutes: Route[] = [
  route(api.getProfile, async ({ user }) => presentUser(await getOwnProfile({ userId: user.userId }), user)),

  route(api.updateProfile, async ({ ctx, user: session, readForm }) => {
    const { fields, file } = await readForm();
    const change = { fields, picture: file?.bytes, address: clientAddress(ctx.ip) };
    const { user, resendAfter } = await updateProfile({ ...session, ...change });
    return { ...presentUser(user, session), ...(resendAfter !== undefined && { resend_after: resendAfter }) };
  }),

  route(api.sendEmailCode, async ({ ctx, user: { userId, shopId } }) => {
    const { resendAfter } = await resendEmailCode({ userId, shopId, address: clientAddress(ctx.ip) });
    return { resend_after: resendAfter };
  }),

  route(api.confirmEmail, ({ user: { userId, sessionId }, body }) =>
    confirmEmail({ userId, sessionId, code: body.code }),
  ),

  route(api.sendMobileCode, async ({ ctx, user: { userId, shopId }, body: { mobile } }) => {
    const { resendAfter } = await sendMobileCode({ userId, shopId, mobile, address: clientAddress(ctx.ip) });
    return { resend_after: resendAfter };
  }),

  route(api.confirmMobile, ({ user: { userId, sessionId }, body }) =>
    confirmMobile({ userId, sessionId, code: body.code }),
  ),

  route(api.removeLoginMobile, ({ user: { userId } }) => removeLoginMobile({ userId })),

  route(api.listConsents, async ({ user: { userId } }) => wire(api.consentView, await listConsents({ userId }))),

  route(api.giveConsent, async ({ user: { userId }, body: { purposes } }) =>
    wire(api.consentView, await giveConsent({ userId, purposes })),
  ),

  route(api.listSessions, async ({ user: { userId, sessionId } }) => {
    const sessions = await listOwnSessions({ userId });
    return sessions.map((session) => presentSession(session, sessionId));
  }),

  route(api.endSession, ({ user: { userId }, params: { id: sessionId } }) => endOwnSession({ userId, sessionId })),

  route(api.endOtherSessions, async ({ user: { userId, sessionId } }) => {
    await endOtherSessions({ userId, sessionId });
  }),

  route(api.getPlaceRequest, async ({ user: { userId } }) => ({ place: (await findPlaceRequest({ userId })) ?? null })),

  route(api.requestPlace, ({ user: { userId }, body }) => requestPlace({ userId, ...body })),

  route(api.withdrawPlaceRequest, ({ user: { userId } }) => withdrawPlaceRequest({ userId })),

  route(api.exportAccount, async ({ ctx, user: { userId } }) => {
    const data = await exportAccount({ userId });
    ctx.attachment('haat-account.json');
    ctx.type = 'application/json';
    return data;
  }),

  route(api.sendDeletionCode, async ({ ctx, user: { userId, shopId } }) => {
    const { resendAfter, contact } = await sendDeletionCode({ userId, shopId, address: clientAddress(ctx.ip) });
    return { resend_after: resendAfter, ...contact };
  }),

  route(api.deleteAccount, ({ user: { userId }, body: { code } }) => deleteAccount({ userId, code })),

  route(api.listAddresses, async ({ user }) => {
    const addresses = await listAddresses({ userId: user.userId });
    return wire(api.addressView, addresses);
  }),

  route(api.saveAddress, async ({ user, body: { id, latitude, longitude, label = null, ...given } }) => {
    const location =
      typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
    return wire(api.addressView, await saveAddress({ userId: user.userId, id, fields: { ...given, label, location } }));
  }),

  route(api.deleteAddress, ({ user: { userId }, params: { id } }) => deleteAddress({ userId, id })),

  route(api.getPinCode, ({ ctx, params }) => {
    const found = findPinCode(params.pin);
    if (!found) throw new DomainError('not_found', 'This PIN code is not in the list.');
    ctx.set('Cache-Control', 'public, max-age=86400');
    return wire(api.pinCodeView, { ...found, ...found.place });
  }),
];

function presentUser(user: User, session: Session) {
  const { role, shopId, shopSlug, isPlatformAdmin, isHelping, shopSuspendedFor } = session;
  // An operator can change something for a suspended shop.
  const shopSuspended = isHelping ? undefined : shopSuspendedFor;
  const membership = role && { role: claimedRole(role), shopId, shopSlug, shopSuspended };
  const rights = {
    shopAdmin: role === 'admin' || null,
    isOperator: isPlatformAdmin || null,
    isHelping: isHelping || null,
  };
  return wire(api.userView, Object.assign({}, user, membership, rights));
}

const presentSession = (session: OwnSession, current: string) =>
  wire(api.sessionView, { ...session, signedInAt: session.createdAt, isCurrent: session.id === current });
