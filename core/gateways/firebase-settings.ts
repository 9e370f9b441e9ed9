import { pushConfig } from '@haat/contract/notify/push.calls';
import * as z from 'zod';

const json = (text: string, { issues }: { issues: z.core.$ZodRawIssue[] }): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    issues.push({ code: 'custom', input: text, message: 'is not JSON' });
    return z.NEVER;
  }
};

/** The settings of a web app in the Firebase console; unused fields are ignored. */
export const firebaseWebConfig = z
  .string()
  .transform(json)
  .pipe(pushConfig.omit({ vapidKey: true }));

/** The key file of a service account, as JSON or in base64, which some hosts need for values of several lines. */
export const firebaseServiceAccount = z
  .string()
  .transform((text) => (text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64').toString()))
  .transform(json)
  .pipe(
    z.object({
      project_id: z.string().min(1),
      client_email: z.email(),
      private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----', 'is not a private key'),
    }),
  );
