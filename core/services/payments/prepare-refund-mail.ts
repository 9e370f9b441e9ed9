import { formatPaise } from '@haat/contract/rules/rupees';
import { database } from '../../db/database.ts';

type Which = { refundId: number; outboxId: number };
type Addressed = { to: string; amountPaise: number; orderNumber: string | null };

/** To whom the mail about a refund goes, and what it is about; undefined when it is out already. */
export async function prepareRefundMail({ refundId, outboxId }: Which) {
  const { rows } = await database().pool.query<Addressed>({
    name: 'prepare-refund-mail',
    text: PREPARE,
    values: [refundId, outboxId],
  });
  const [mail] = rows;
  return mail && { to: mail.to, amount: formatPaise(mail.amountPaise), order: mail.orderNumber ?? undefined };
}

const PREPARE = `
  SELECT u.email AS "to", r.amount_paise AS "amountPaise", o.order_number AS "orderNumber"
  FROM refunds r
  JOIN payments p ON p.id = r.payment_id
  JOIN users u ON u.id = p.user_id
  JOIN outbox box ON box.id = $2 AND box.subject_id = r.id AND box.dispatched_at IS NULL
  LEFT JOIN orders o ON o.id = p.order_id
  WHERE r.id = $1`;
