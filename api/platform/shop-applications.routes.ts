import * as api from '@haat/contract/platform/shop-applications.calls';
import type { OperatorApplicationView, ShopApplicationView } from '@haat/contract/platform/shop-applications.calls';
import { applyForShop, withdrawApplication } from '@haat/core/platform/apply-for-shop';
import {
  approveApplication,
  countApplications,
  declineApplication,
  findListedApplication,
  listApplications,
  type ListedApplication,
} from '@haat/core/platform/decide-application';
import { type Application, isSlugAvailable, listOwnApplications } from '@haat/core/platform/shop-application';
import { type Route, route } from '../http/route.ts';

export const shopApplicationRoutes: Route[] = [
  route(api.checkSlug, async ({ params: { slug } }) => ({ available: await isSlugAvailable(slug) })),

  route(api.applyForShop, async ({ user: { userId }, body: fields, key: idempotencyKey }) =>
    presentApplication(await applyForShop({ userId, fields, idempotencyKey })),
  ),

  route(api.listOwnApplications, async ({ user }) => (await listOwnApplications(user)).map(presentApplication)),

  route(api.withdrawApplication, async ({ user: { userId }, params: { id } }) =>
    presentApplication(await withdrawApplication({ id, userId })),
  ),

  route(api.listApplications, async ({ query }) => {
    const [counts, applications] = await Promise.all([countApplications(), listApplications(query)]);
    return { counts, applications: applications.map(presentListed) };
  }),

  route(api.approveApplication, async ({ user: { userId: actorId }, params: { id } }) => {
    await approveApplication({ id, actorId });
    return presentListed(await findListedApplication(id));
  }),

  route(api.declineApplication, async ({ user: { userId: actorId }, params: { id }, body: { reason } }) => {
    await declineApplication({ id, actorId, reason });
    return presentListed(await findListedApplication(id));
  }),
];

function presentApplication(application: Application): ShopApplicationView {
  const { id, state, name, slug, trade, mobile, street, city, gstin, reason } = application;
  return {
    id,
    state,
    name,
    slug,
    trade,
    mobile,
    street,
    city,
    pin_code: application.pinCode,
    gstin,
    fssai_licence: application.fssaiLicence,
    submitted_at: application.submittedAt.toISOString(),
    decided_at: application.decidedAt?.toISOString() ?? null,
    reason,
  };
}

function presentListed(application: ListedApplication): OperatorApplicationView {
  const { userId, latitude, longitude, isSlugFree, applicantEmail: email, applicantName: name } = application;
  const applicant = { id: userId, email, name, blocked: application.isApplicantBlocked };
  return { ...presentApplication(application), latitude, longitude, slug_free: isSlugFree, applicant };
}
