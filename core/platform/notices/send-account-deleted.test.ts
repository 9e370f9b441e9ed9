import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { listStoredMessages } from '../../gateways/message-sender.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { closeQueues } from '../../queue/queues.ts';
import { deleteAccount, sendDeletionCode } from '../../accounts/delete-account.ts';
import { saveLanguage } from '../../accounts/profile.ts';
import { createMobileUser, createShop, createUser } from '../../test/factories.ts';
import { mailedCode } from '../../test/one-time-code.ts';
import { clearLimits } from '../../test/limits.ts';
import { sendNotice } from './send-notice.ts';

beforeAll(() => connectDatabase());
afterAll(async () => {
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
});
beforeEach(async () => {
  await clearLimits();
  await database().pool.query('DELETE FROM caught_messages; DELETE FROM caught_mails; DELETE FROM outbox');
});

async function deleted(user: { id: number }, contact: string) {
  const shop = await createShop();
  await sendDeletionCode({ userId: user.id, shopId: shop.id, address: '203.0.113.9' });
  await deleteAccount({ userId: user.id, code: await mailedCode(contact) });
  const { rows } = await database().pool.query('SELECT id, subject_id FROM outbox ORDER BY id DESC LIMIT 1');
  return { outboxId: rows[0].id, subjectId: rows[0].subject_id };
}

const codesTo = async (contact: string) =>
  (await database().pool.query('SELECT FROM otp_codes WHERE $1 IN (email, mobile)', [contact])).rowCount;

it('mails the owner once, and erases the address then', async () => {
  const user = await createUser();
  const job = await deleted(user, user.email);
  expect(await codesTo(user.email)).toBe(1);
  await sendNotice(job);
  await sendNotice(job);
  const mails = await listStoredMails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[user.email, 'Your account was deleted']]);
  expect(await codesTo(user.email)).toBe(0);
});

it('sends a message to an account without an email address', async () => {
  const job = await deleted(await createMobileUser('9812345673'), '9812345673');
  await sendNotice(job);
  expect(await listStoredMessages()).toMatchObject([{ to: '+919812345673', kind: 'account_deleted' }]);
  expect(await codesTo('9812345673')).toBe(0);
});

it('is in the language that the account had', async () => {
  const user = await createUser({ language: 'hi' });
  const mobileUser = await createMobileUser('9812345676');
  await saveLanguage({ userId: mobileUser.id, language: 'hi' });
  await sendNotice(await deleted(user, user.email));
  await sendNotice(await deleted(mobileUser, '9812345676'));
  expect(await listStoredMails()).toMatchObject([{ to: user.email, subject: 'आपका खाता हटा दिया गया' }]);
  expect(await listStoredMessages()).toMatchObject([{ language: 'hi', text: 'आपका हाट खाता हटा दिया गया।' }]);
});
