import * as z from 'zod';
import { ACTIVITY_KINDS } from '../rules/activity.ts';
import { id, idParam, moment, page } from './common.schema.ts';

/** `after`: the id of the last one of the page before; `by`: only what this user did; `kind`: only what is about that. */
export const activityQuery = page.extend({ by: idParam.optional(), kind: z.enum(ACTIVITY_KINDS).optional() });
export const operatorActivityQuery = page;

const fields = z.record(z.string(), z.unknown()).nullable();

/** `actor`: nobody for what was done on the machine itself. */
export const activityView = z
  .object({
    id,
    at: moment,
    action: z.string().meta({ description: 'E.g. settings.changed' }),
    actor: z.object({ id, name: z.string() }).nullable(),
    subject: z.string().nullable(),
    before: fields,
    after: fields,
  })
  .meta({ id: 'Activity' });
export type ActivityView = z.infer<typeof activityView>;

export const operatorActivityView = activityView
  .extend({ shop: z.object({ id, slug: z.string(), name: z.string().nullable() }) })
  .meta({ id: 'OperatorActivity' });
export type OperatorActivityView = z.infer<typeof operatorActivityView>;
