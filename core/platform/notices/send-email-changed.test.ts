import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import { closeQueues } from '../../queue/queues.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { openSession } from '../../accounts/session-lifecycle.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { listStoredMessages } from '../../gateways/message-sender.ts';
import { confirmEmail } from '../../accounts/email-change.ts';
import { saveLanguage, updateProfile } from '../../accounts/profile.ts';
import { createMobileUser, createShop, createUser } from '../../test/factories.ts';
import { clearLimits } from '../../test/limits.ts';
import { sendNotice } from './send-notice.ts';

let shop: Shop;
let user: User;
beforeAll(() => connectDatabase());
afterAll(async () => {
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
});
beforeEach(async () => {
  await clearLimits();
  await database().pool.query('DELETE FROM caught_messages; DELETE FROM caught_mails; DELETE FROM outbox');
  [shop, user] = await Promise.all([createShop({ name: 'Tea & <Co>' }), createUser()]);
});

async function newest(topic: string): Promise<{ outboxId: number; subjectId: number }> {
  const { rows } = await database().pool.query(
    'SELECT id, subject_id FROM outbox WHERE topic = $1 ORDER BY id DESC LIMIT 1',
    [topic],
  );
  return { outboxId: rows[0].id, subjectId: rows[0].subject_id };
}

async function askForChange(email: string): Promise<string> {
  const fields = { name: 'Test Customer', email };
  await updateProfile({ userId: user.id, shopId: shop.id, address: '203.0.113.9', fields });
  await sendNotice(await newest('otp.requested'));
  const [mail] = await listStoredMails();
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
}

async function change(email: string): Promise<void> {
  const code = await askForChange(email);
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  await confirmEmail({ userId: user.id, sessionId, code });
}

it('mails the code to the new address, and says what it is for', async () => {
  await askForChange('next@haat.example');
  const [mail] = await listStoredMails();
  expect(mail).toMatchObject({ to: 'next@haat.example', subject: 'Your one-time code' });
  expect(mail?.text).toContain('To use this email address for your Haat account');
  expect(mail?.text).not.toContain('Tea');
});

it('mails the old address once, without the new one', async () => {
  await change('other@haat.example');
  const job = await newest('email.changed');
  await sendNotice(job);
  await sendNotice(job);
  const notices = (await listStoredMails()).filter(({ to }) => to === user.email);
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toContain('was changed');
  expect(`${notices[0]?.text}${notices[0]?.html}`).not.toContain('other@haat.example');
  expect(notices[0]?.text).toMatch(/http:\/\/\S+\/#\/help/);
});

it('sends the notice of a first email address as a message to the mobile number', async () => {
  user = await createMobileUser('9812345674');
  await change('first@haat.example');
  const job = await newest('email.changed');
  await sendNotice(job);
  await sendNotice(job);
  const messages = await listStoredMessages({ to: '+919812345674' });
  expect(messages).toMatchObject([{ kind: 'security_notice', text: expect.stringContaining('was added') }]);
  expect(messages[0]?.text).not.toContain('first@haat.example');
});

it('sends no mail before the code was entered', async () => {
  await askForChange('third@haat.example');
  const { subjectId } = await newest('otp.requested');
  await sendNotice({ outboxId: 999_999, subjectId });
  expect((await listStoredMails()).map(({ to }) => to)).toEqual(['third@haat.example']);
});

it('writes code and notice in the language of the account', async () => {
  await saveLanguage({ userId: user.id, language: 'hi' });
  await change('fourth@haat.example');
  await sendNotice(await newest('email.changed'));
  expect((await listStoredMails()).map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'आपका ईमेल पता बदल गया'],
    ['fourth@haat.example', 'आपका एक बार का कोड'],
  ]);
});
