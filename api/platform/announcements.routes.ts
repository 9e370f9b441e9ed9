import * as api from '@haat/contract/platform/announcements.calls';
import {
  type Announcement,
  dismissAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  sendAnnouncement,
  withdrawAnnouncement,
} from '@haat/core/platform/announcements';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const announcementsRoutes: Route[] = [
  route(api.listAnnouncements, async ({ user: { shopId, userId } }) => {
    const announcements = await listAnnouncements({ shopId, userId });
    const dated = announcements.map((announcement) => ({ ...announcement, at: announcement.createdAt }));
    return wire(api.announcementView, dated);
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

const presentAnnouncement = (announcement: Announcement) =>
  wire(api.operatorAnnouncementView, { ...announcement, at: announcement.createdAt });
