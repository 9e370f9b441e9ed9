import type { LanguageCode } from '@haat/contract/accounts/language';
import { one, sql } from '../db/database.ts';

type ApplicationMail = {
  to: string;
  language: LanguageCode | null;
  shop: string;
  slug: string;
  reason: string | null;
};

/**
 * The content of the mail about a decided application; undefined when it was sent, or the account was deleted. `reason`: why it
 * was declined; null when it was approved.
 */
export const prepareApplicationMail = (row: {
  applicationId: number;
  outboxId: number;
}): Promise<ApplicationMail | undefined> => one(PREPARE, row);

const PREPARE = sql<{ applicationId: number; outboxId: number }, ApplicationMail>(
  `SELECT u.email AS to, u.language, a.name AS shop, a.slug, a.reason
   FROM shop_applications a
   JOIN users u ON u.id = a.user_id AND u.email IS NOT NULL
   JOIN outbox o ON o.id = :outboxId AND o.topic = 'application.decided' AND o.subject_id = a.id AND o.done_at IS NULL
   WHERE a.id = :applicationId AND a.state IN ('approved', 'declined')`,
);

type NewApplicationMail = { to: string; language: LanguageCode | null; shop: string; city: string };

/** The content of the mail to all operators about a new application; undefined when it was sent, or the application was decided. */
export const prepareNewApplicationMail = (row: {
  applicationId: number;
  outboxId: number;
}): Promise<NewApplicationMail | undefined> => one(PREPARE_NEW, row);

const PREPARE_NEW = sql<{ applicationId: number; outboxId: number }, NewApplicationMail>(
  `SELECT operators.to, operators.language, a.name AS shop, a.city
   FROM shop_applications a
   JOIN outbox o ON o.id = :outboxId AND o.topic = 'application.submitted' AND o.subject_id = a.id AND o.done_at IS NULL
   CROSS JOIN (
     SELECT string_agg(email, ', ' ORDER BY id) AS to, (array_agg(language ORDER BY id))[1] AS language
     FROM users WHERE is_platform_admin AND email IS NOT NULL AND blocked_at IS NULL
   ) operators
   WHERE a.id = :applicationId AND a.state = 'submitted' AND operators.to IS NOT NULL`,
);
