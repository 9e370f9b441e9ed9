import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { User } from '../../db/accounts.models.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { listStoredMessages } from '../../gateways/message-sender.ts';
import { addNotice } from '../../accounts/security-events.ts';
import { removeLoginMobile } from '../../accounts/login-mobile.ts';
import { createUser } from '../../test/factories.ts';
import { stopServices } from '../../test/stop-services.ts';
import { sendNotice } from './send-notice.ts';

let user: User;
beforeAll(() => void connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  await database().pool.query('DELETE FROM caught_mails');
  user = await createUser();
});

async function mailAbout(notice: Omit<Parameters<typeof addNotice>[0], 'userId'>) {
  const entry = await addNotice({ ...notice, userId: user.id });
  const job = { outboxId: entry!.id, subjectId: entry!.subjectId };
  await sendNotice(job);
  await sendNotice(job);
  return listStoredMails();
}

it('explains once what to do about wrong codes', async () => {
  const mails = await mailAbout({ kind: 'wrong_codes' });
  expect(mails).toMatchObject([{ to: user.email, subject: 'Wrong codes were entered for your account' }]);
  expect(mails[0]?.text).toContain('you do not need to do anything');
  expect(mails[0]?.text).toMatch(/http:\/\/\S+\/#\/help/);
});

it('says when and with what a new device logged in, and how to log out all others', async () => {
  const [mail] = await mailAbout({ kind: 'new_device', device: 'Firefox <on> Linux' });
  expect(mail?.subject).toBe('New login to your account');
  expect(mail?.text).toMatch(/on \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [AP]M \(Indian time\) with Firefox <on> Linux/);
  expect(mail?.html).toContain('Firefox &lt;on&gt; Linux');
  expect(mail?.text).toContain('change its password');
});

it('says that a session which was used twice has ended', async () => {
  const [mail] = await mailAbout({ kind: 'refresh_reused' });
  expect(mail?.subject).toBe('One of your devices was logged out');
  expect(mail?.text).toContain('Log in again to continue');
});

it('says that the number to log in with was removed', async () => {
  user = await createUser({ loginMobile: '9812345677' });
  await removeLoginMobile({ userId: user.id });
  const { rows } = await database().pool.query(
    `SELECT id AS "outboxId", subject_id AS "subjectId" FROM outbox WHERE topic = 'security.notice' ORDER BY id DESC LIMIT 1`,
  );
  await sendNotice(rows[0]);
  const mails = await listStoredMails();
  expect(mails).toMatchObject([{ to: user.email, subject: 'The mobile number of your account was removed' }]);
  expect(mails[0]?.text).toContain('You can log in with this email address.');
});

it.each([
  [{ email: 'a@haat.example', mobile: null }, 'Your account was changed'],
  [{ email: null, mobile: '9812345676' }, 'How you log in to your Haat account was changed.'],
])('notifies of an event that only a later version knows', async (contact, text) => {
  user = await createUser({ email: contact.email, loginMobile: contact.mobile });
  const entry = await addNotice({ kind: 'mobile_changed', userId: user.id });
  await database().pool.query('ALTER TABLE security_notices DROP CONSTRAINT IF EXISTS security_notices_kind_check');
  await database().pool.query(`UPDATE security_notices SET kind = 'of_later_version' WHERE id = $1`, [
    entry?.subjectId,
  ]);
  await sendNotice({ outboxId: entry?.id ?? 0, subjectId: entry?.subjectId ?? 0 });
  expect(JSON.stringify([await listStoredMails(), await listStoredMessages()])).toContain(text);
});

it('sends nothing without a notice', async () => {
  await sendNotice({ outboxId: 999_999, subjectId: 999_999 });
  expect(await listStoredMails()).toEqual([]);
});

it('adds no notice for an unknown email or a blocked user', async () => {
  expect(await addNotice({ kind: 'wrong_codes', email: 'unknown@haat.example' })).toBeUndefined();
  const blocked = await createUser({ blockedAt: new Date() });
  expect(await addNotice({ kind: 'wrong_codes', email: blocked.email })).toBeUndefined();
});

it('is in the language of the account, with the time in the form of that language', async () => {
  user = await createUser({ language: 'hi' });
  const [mail] = await mailAbout({ kind: 'new_device', device: 'Firefox on Linux' });
  expect(mail).toMatchObject({ to: user.email, subject: 'आपके खाते में नया लॉगिन' });
  expect(mail?.text).toMatch(/^\d{1,2} \S+ \d{4}, (सुबह|दोपहर|शाम|रात) \d{1,2}:\d\d \(भारतीय समय\)/);
  expect(mail?.text).not.toMatch(/\b[AP]M\b/);
  expect(mail?.html).toContain('<html lang="hi">');
});
