import type { AddressView, ConsentView, SessionView, UserView } from '@haat/contract/accounts/users.calls';
import * as api from '@haat/contract/accounts/users.calls';
import { claimedRole } from '@haat/contract/accounts/shop-roles';
import type { Address, Consent, User } from '@haat/core/db/accounts.models';
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

  route(api.listConsents, async ({ user: { userId } }) => (await listConsents({ userId })).map(presentConsent)),

  route(api.giveConsent, async ({ user: { userId }, body: { purposes } }) =>
    presentConsent(await giveConsent({ userId, purposes })),
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
    return addresses.map(presentAddress);
  }),

  route(api.saveAddress, async ({ user, body: { id, latitude, longitude, label = null, ...given } }) => {
    const location =
      typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
    return presentAddress(await saveAddress({ userId: user.userId, id, fields: { ...given, label, location } }));
  }),

  route(api.deleteAddress, ({ user: { userId }, params: { id } }) => deleteAddress({ userId, id })),

  route(api.getPinCode, ({ ctx, params }) => {
    const found = findPinCode(params.pin);
    if (!found) throw new DomainError('not_found', 'This PIN code is not in the list.');
    const { place, ...pinCode } = found;
    ctx.set('Cache-Control', 'public, max-age=86400');
    return { ...pinCode, latitude: place.latitude, longitude: place.longitude, accuracy_metres: place.accuracyMetres };
  }),
];

function presentUser(user: User, session: Session): UserView {
  const { role, shopId, shopSlug, isPlatformAdmin, isHelping, shopSuspendedFor } = session;
  const { id, name, email, mobile, loginMobile, profileImage, language, pendingEmail } = user;
  const pending = pendingEmail === null ? {} : { pending_email: pendingEmail };
  // An operator can change something for a suspended shop.
  const suspension = shopSuspendedFor === undefined || isHelping ? {} : { shop_suspended: shopSuspendedFor };
  const context = role && { role: claimedRole(role), shop_id: shopId, shop_slug: shopSlug, ...suspension };
  const rights = {
    ...(role === 'admin' && { shop_admin: true }),
    ...(isPlatformAdmin && { operator: true }),
    ...(isHelping && { helping: true }),
  };
  const contacts = { email, mobile, login_mobile: loginMobile };
  return { id, name, ...contacts, profile_image: profileImage, language, ...pending, ...context, ...rights };
}

function presentAddress({ id, name, street, city, zip, phone, label, ...place }: Address): AddressView {
  const { latitude, longitude, accuracyMetres } = place;
  return { id, name, street, city, zip, phone, label, latitude, longitude, accuracy_metres: accuracyMetres };
}

const presentConsent = ({ version, purposes, at }: Consent): ConsentView => ({
  version,
  purposes,
  at: at.toISOString(),
});

function presentSession({ id, device, shopSlug, createdAt, usedAt }: OwnSession, current: string): SessionView {
  const times = { signed_in_at: createdAt.toISOString(), used_at: usedAt.toISOString() };
  return { id, device, shop_slug: shopSlug, ...times, current: id === current };
}
