import type { LanguageCode } from '@haat/contract/rules/language';
import { one, sql } from '../../db/database.ts';

type ApplicationMail = { to: string; language: LanguageCode | null; shop: string; reason: string | null };

/**
 * The content of the mail about a decided application; undefined when it was sent, or the account was deleted. `reason`: why it
 * was declined; null when it was approved.
 */
export const prepareApplicationMail = (row: {
  applicationId: number;
  outboxId: number;
}): Promise<ApplicationMail | undefined> => one(PREPARE, row);

const PREPARE = sql<{ applicationId: number; outboxId: number }, ApplicationMail>(
  `SELECT u.email AS to, u.language, a.name AS shop, a.reason
   FROM shop_applications a
   JOIN users u ON u.id = a.user_id AND u.email IS NOT NULL
   JOIN outbox o ON o.id = :outboxId AND o.topic = 'application.decided' AND o.subject_id = a.id AND o.done_at IS NULL
   WHERE a.id = :applicationId AND a.state IN ('approved', 'declined')`,
  'prepare-application-mail',
);
