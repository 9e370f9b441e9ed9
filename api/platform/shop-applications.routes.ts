import * as api from '@haat/contract/platform/shop-applications.calls';
import { applyForShop, withdrawApplication } from '@haat/core/platform/apply-for-shop';
import {
  approveApplication,
  countApplications,
  declineApplication,
  findListedApplication,
  listApplications,
  type ListedApplication,
} from '@haat/core/platform/decide-application';
import { isSlugAvailable, listOwnApplications } from '@haat/core/platform/shop-application';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const shopApplicationRoutes: Route[] = [
  route(api.checkSlug, async ({ params: { slug } }) => ({ available: await isSlugAvailable(slug) })),

  route(api.applyForShop, async ({ user: { userId }, body: fields, key: idempotencyKey }) =>
    wire(api.shopApplicationView, await applyForShop({ userId, fields, idempotencyKey })),
  ),

  route(api.listOwnApplications, async ({ user }) => wire(api.shopApplicationView, await listOwnApplications(user))),

  route(api.withdrawApplication, async ({ user: { userId }, params: { id } }) =>
    wire(api.shopApplicationView, await withdrawApplication({ id, userId })),
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

function presentListed(application: ListedApplication) {
  const { userId: id, applicantEmail: email, applicantName: name, isApplicantBlocked: isBlocked } = application;
  const applicant = { id, email, name, isBlocked };
  return wire(api.operatorApplicationView, { ...application, applicant });
}
