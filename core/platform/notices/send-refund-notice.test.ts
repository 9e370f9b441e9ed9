import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { recordRefundState } from '../../payments/pay-refunds.ts';
import { createUser } from '../../test/factories.ts';
import { stopServices } from '../../test/stop-services.ts';
import { sendNotice } from './send-notice.ts';

beforeAll(() => void connectDatabase());
beforeEach(() => database().pool.query('DELETE FROM caught_mails'));
afterAll(async () => {
  await dispatchesSettled();
  await stopServices();
});

/** A refund of 500.50 rupees for no order, which the provider has just paid; answers the job of its mail. */
async function refunded(to: { id: number | null }) {
  const { rows } = await database().pool.query<{ id: number }>(
    `WITH p AS (
       INSERT INTO payments (provider, user_id, amount_paise, state, paid_at, provider_payment_id)
       VALUES ('stripe', $1::bigint, 50050, 'refund_due', now(), 'pi_' || coalesce($1::bigint, 0)) RETURNING id
     ) INSERT INTO refunds (payment_id, amount_paise) SELECT id, 50050 FROM p RETURNING id`,
    [to.id],
  );
  const subjectId = rows[0]!.id;
  await recordRefundState({ refundId: subjectId, provider: { state: 'done', providerRefundId: `re_${subjectId}` } });
  const box = await database().pool.query<{ id: number }>(
    `SELECT id FROM outbox WHERE topic = 'refund.sent' AND subject_id = $1`,
    [subjectId],
  );
  return { outboxId: box.rows[0]!.id, subjectId };
}

it('mails the customer the amount and reason once', async () => {
  const user = await createUser();
  const job = await refunded(user);
  await sendNotice(job);
  await sendNotice(job);
  const mails = await listStoredMails();
  expect(mails).toMatchObject([{ to: user.email, subject: 'Your payment was refunded' }]);
  expect(mails[0]?.text).toContain('₹500.50 because no order was placed for it');
  expect(mails[0]?.text).toMatch(/http:\/\/\S+\/#\/help/);
});

it('writes in the language of the account', async () => {
  await sendNotice(await refunded(await createUser({ language: 'hi' })));
  expect(await listStoredMails()).toMatchObject([{ subject: 'आपके पैसे लौटा दिए गए' }]);
});

it('mails nobody about a recovered payment whose customer was lost', async () => {
  await sendNotice(await refunded({ id: null }));
  expect(await listStoredMails()).toEqual([]);
});

it('sends no mail without a refund', async () => {
  await sendNotice({ outboxId: 999_999, subjectId: 999_999 });
  expect(await listStoredMails()).toEqual([]);
});
