import { database } from '../../db/database.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { applyForShop } from '../../platform/apply-for-shop.ts';
import { approveApplication, declineApplication } from '../../platform/decide-application.ts';
import { createUser } from '../../test/factories.ts';
import { connectDatabase } from '../../db/database.ts';
import { stopServices } from '../../test/stop-services.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendNotice } from './send-notice.ts';

beforeAll(() => void connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  await database().pool.query('DELETE FROM caught_mails; DELETE FROM outbox');
});

let made = 0;
async function apply(applicant: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(applicant);
  const slug = `tea-and-co-${(made += 1)}`;
  const place = { street: '4, 1st Main', pin_code: '560041' };
  const fields = { name: 'Tea & <Co>', slug, trade: 'groceries' as const, mobile: '9876543210', ...place };
  return { user, id: (await applyForShop({ userId: user.id, fields })).id };
}

const createOperator = () => createUser({ isPlatformAdmin: true });

async function job() {
  const { rows } = await database().pool.query("SELECT id, subject_id FROM outbox WHERE topic = 'application.decided'");
  return { outboxId: rows[0].id, subjectId: rows[0].subject_id };
}

it('says that a shop is approved and where to open it, once', async () => {
  const { user, id } = await apply();
  await approveApplication({ id, actorId: (await createOperator()).id });
  await sendNotice(await job());
  await sendNotice(await job());
  const mails = await listStoredMails();
  expect(mails.map(({ to }) => to)).toEqual([user.email]);
  expect(mails[0]?.text).toContain('Your application for Tea & <Co> is approved.');
  expect(mails[0]?.text).toMatch(/http:\/\/\S+\/#\/sell\?open=tea-and-co-\d+\n/);
  expect(mails[0]?.html).toContain('Tea &amp; &lt;Co&gt;');
});

it('has the reason of a declined one, in the language of the account', async () => {
  const { user, id } = await apply({ language: 'hi' });
  await declineApplication({ id, actorId: (await createOperator()).id, reason: 'No licence' });
  await sendNotice(await job());
  const [mail] = await listStoredMails();
  expect(mail).toMatchObject({ to: user.email, subject: 'हाट पर दुकान के लिए आपका आवेदन अस्वीकार हुआ' });
  expect(mail?.text).toContain('वजह: No licence');
});

it('is not sent once the account has gone', async () => {
  const { id } = await apply();
  await declineApplication({ id, actorId: (await createOperator()).id, reason: 'No licence' });
  await database().pool.query('DELETE FROM shop_applications');
  await sendNotice(await job());
  expect(await listStoredMails()).toEqual([]);
});

it('tells the operators of a new application, once', async () => {
  const { id } = await apply();
  const [operator, other] = [await createOperator(), await createOperator()];
  const { rows } = await database().pool.query("SELECT id FROM outbox WHERE topic = 'application.submitted'");
  await sendNotice({ outboxId: rows[0].id, subjectId: id });
  await sendNotice({ outboxId: rows[0].id, subjectId: id });
  const mails = await listStoredMails();
  expect(mails).toMatchObject([{ subject: 'New application for a shop on Haat' }]);
  for (const { email } of [operator, other]) expect(mails[0]?.to).toContain(email);
  expect(mails[0]?.text).toContain('Tea & <Co> in Bengaluru has applied for a shop.');
  expect(mails[0]?.text).toMatch(/\/#\/operator\/applications\n/);
});
