import {
  listAllAnnouncements,
  listAnnouncements,
  type OperatorAnnouncementView,
} from '@haat/contract/platform/announcements.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { listPages } from './lists/list-pages.ts';

/** The announcements that this user has not dismissed; loaded again when they change. */
export const announcementsQuery = (shopId: number, userId: number) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.announcements, shopId, userId],
    queryFn: ({ signal }) => call(listAnnouncements, { signal }),
    staleTime: 30_000,
  });

/** All announcements, in pages. */
export const allAnnouncementsQuery = listPages<OperatorAnnouncementView, object>({
  queryKey: BACK_OFFICE_QUERY_KEYS.operatorAnnouncements,
  filter: {},
  load: (query, signal) => call(listAllAnnouncements, { query, signal }),
});
