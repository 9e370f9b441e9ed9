import * as api from '@haat/contract/platform/announcements.calls';
import type { OperatorAnnouncementView } from '@haat/contract/platform/announcements.calls';
import {
  type Announcement,
  dismissAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  sendAnnouncement,
  withdrawAnnouncement,
} from '@haat/core/platform/announcements';
import { type Route, route } from '../http/route.ts';

export const announcementsRoutes: Route[] = [
  route(api.listAnnouncements, async ({ user: { shopId, userId } }) => {
    const announcements = await listAnnouncements({ shopId, userId });
    return announcements.map(({ createdAt, ...fields }) => ({ ...fields, at: createdAt.toISOString() }));
  }),

  route(api.dismissAnnouncement, ({ user: { shopId, userId }, params: { id } }) =>
    dismissAnnouncement({ shopId, userId, id }),
  ),

  route(api.listAllAnnouncements, async ({ query }) => (await listAllAnnouncements(query)).map(presentAnnouncement)),

  route(api.sendAnnouncement, async ({ user, body }) =>
    presentAnnouncement(await sendAnnouncement({ actorId: user.userId, ...body })),
  ),

  route(api.withdrawAnnouncement, async ({ user, params: { id } }) =>
    presentAnnouncement(await withdrawAnnouncement({ id, actorId: user.userId })),
  ),
];

const presentAnnouncement = ({ createdAt, ...fields }: Announcement): OperatorAnnouncementView => ({
  ...fields,
  at: createdAt.toISOString(),
});
