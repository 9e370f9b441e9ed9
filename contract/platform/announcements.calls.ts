import * as z from 'zod';
import { id, idParams, multiLine, page, singleLine, timestamp } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { dayOfReport } from '../money/reports.calls.ts';

/** Without a shop, to all. `until`: the last day on which it is shown; without it, until it is withdrawn. */
export const announcementBody = z.object({
  title: singleLine(120),
  text: multiLine(2_000).min(1, 'must not be empty'),
  until: dayOfReport.nullable().optional(),
  shop_id: id.nullable().optional(),
});

const announcement = { id, title: z.string(), text: z.string() };

export const announcementView = z.object({ ...announcement, at: timestamp }).meta({ id: 'Announcement' });
export type AnnouncementView = z.infer<typeof announcementView>;

export const operatorAnnouncementView = z
  .object({
    ...announcement,
    until: z.iso.date().nullable(),
    state: z.enum(['shown', 'ended', 'withdrawn']),
    shop: z
      .object({ id, slug: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'Null for all shops' }),
    author: z.string(),
    dismissals: z.number().int().min(0).meta({ description: 'How many members have dismissed it' }),
    at: timestamp,
  })
  .meta({ id: 'OperatorAnnouncement' });
export type OperatorAnnouncementView = z.infer<typeof operatorAnnouncementView>;

export const listAnnouncements = endpoint({
  method: 'get',
  path: '/api/announcements',
  access: 'membership',
  onSharedDevice: 'locked',
  summary: "List the operator's announcements to the shop that the user has not dismissed, newest first",
  output: z.array(announcementView),
});

export const dismissAnnouncement = endpoint({
  method: 'put',
  path: '/api/announcements/:id/dismissal',
  access: 'membership',
  summary: 'Dismiss an announcement for the user',
  isReadOnly: true,
  params: idParams,
});

export const listAllAnnouncements = endpoint({
  method: 'get',
  path: '/api/operator/announcements',
  access: 'operator',
  summary: 'List all announcements to shops, newest first',
  query: page,
  output: z.array(operatorAnnouncementView),
});

export const sendAnnouncement = endpoint({
  method: 'post',
  path: '/api/operator/announcements',
  access: 'operator',
  changes: ['/api/announcements', '/api/operator/announcements', '/api/operator/activity'],
  summary: 'Send an announcement to all shops or to one',
  body: announcementBody,
  status: 201,
  output: operatorAnnouncementView,
  errors: ['not_found'],
});

export const withdrawAnnouncement = endpoint({
  method: 'post',
  path: '/api/operator/announcements/:id/withdraw',
  access: 'operator',
  changes: ['/api/announcements', '/api/operator/announcements', '/api/operator/activity'],
  summary: 'Withdraw an announcement',
  params: idParams,
  output: operatorAnnouncementView,
});
