import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '@haat/core/db/database';
import type { User } from '@haat/core/db/user.model';
import { listStoredMails } from '@haat/core/gateways/mailer';
import { addNotice } from '@haat/core/services/auth/security-events';
import { createUser } from '@haat/core/test/factories';
import { stopServices } from '@haat/core/test/stop-services';
import { sendSecurityNotice } from './processors.ts';

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
  await sendSecurityNotice(job);
  await sendSecurityNotice(job);
  return listStoredMails();
}

it('explains once what to do about wrong codes', async () => {
  const mails = await mailAbout({ kind: 'wrong_codes' });
  expect(mails).toMatchObject([{ to: user.email, subject: 'Wrong codes were entered for your account' }]);
  expect(mails[0]?.text).toContain('you do not need to do anything');
  expect(mails[0]?.text).toMatch(/http:\/\/\S+\/#\/help/);
});

it('says when and with what a new device signed in, and how to sign out all others', async () => {
  const [mail] = await mailAbout({ kind: 'new_device', device: 'Firefox <on> Linux' });
  expect(mail?.subject).toBe('New sign-in to your account');
  expect(mail?.text).toMatch(/on \d{1,2} \w+ \d{4}, \d{1,2}:\d\d [ap]m \(Indian time\) with Firefox <on> Linux/);
  expect(mail?.html).toContain('Firefox &lt;on&gt; Linux');
  expect(mail?.text).toContain('change its password');
});

it('says that a session which was used twice has ended', async () => {
  const [mail] = await mailAbout({ kind: 'refresh_reused' });
  expect(mail?.subject).toBe('One of your devices was signed out');
  expect(mail?.text).toContain('Sign in again to continue');
});

it('sends nothing without a notice', async () => {
  await sendSecurityNotice({ outboxId: 999_999, subjectId: 999_999 });
  expect(await listStoredMails()).toEqual([]);
});

it('adds no notice for an unknown email or a blocked user', async () => {
  expect(await addNotice({ kind: 'wrong_codes', email: 'unknown@haat.example' })).toBeUndefined();
  const blocked = await createUser({ blockedAt: new Date() });
  expect(await addNotice({ kind: 'wrong_codes', email: blocked.email })).toBeUndefined();
});
