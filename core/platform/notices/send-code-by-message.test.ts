import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { listStoredMessages } from '../../gateways/message-sender.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { closeQueues } from '../../queue/queues.ts';
import { redeemOtp, requestOtp } from '../../accounts/one-time-code.ts';
import { addNotice } from '../../accounts/security-events.ts';
import { saveLanguage } from '../../accounts/profile.ts';
import { createMobileUser, createShop, createUser } from '../../test/factories.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { clearLimits } from '../../test/limits.ts';
import { sendNotice } from './send-notice.ts';

const mobile = '9812345670';
const origin = { address: '203.0.113.9', userAgent: '' };
let slug: string;
beforeAll(() => connectDatabase());
afterAll(async () => {
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
});
beforeEach(async () => {
  await clearLimits();
  await database().pool.query('DELETE FROM caught_messages; DELETE FROM caught_mails; DELETE FROM outbox');
  slug = (await createShop({ name: 'Tea & <Co>' })).slug;
});

async function askForCode(): Promise<{ outboxId: number; subjectId: number }> {
  await requestOtp({ mobile, shopSlug: slug, address: origin.address });
  const { rows } = await database().pool.query('SELECT id, topic, subject_id FROM outbox ORDER BY id DESC LIMIT 1');
  expect(rows[0].topic).toBe('otp.message');
  return { outboxId: rows[0].id, subjectId: rows[0].subject_id };
}

it('sends a code that logs in, once, in the form that browsers fill in', async () => {
  const job = await askForCode();
  await sendNotice(job);
  await sendNotice(job);
  const messages = await listStoredMessages();
  expect(messages).toMatchObject([{ to: `+91${mobile}`, kind: 'one_time_code', language: 'en' }]);
  const [, code = ''] = /^(\d{6}) is your one-time code for Tea & <Co>\./.exec(messages[0]?.text ?? '') ?? [];
  expect(messages[0]?.text.split('\n').at(-1)).toBe(`@localhost #${code}`);
  await expect(redeemOtp({ mobile, code, shopSlug: slug, origin })).resolves.toMatchObject({
    token: expect.any(String),
  });
  expect(await listStoredMails()).toEqual([]);
});

it('sends nothing for a code that has expired meanwhile', async () => {
  const job = await askForCode();
  await database().pool.query('UPDATE otp_codes SET expires_at = now() WHERE id = $1', [job.subjectId]);
  await sendNotice(job);
  expect(await listStoredMessages()).toEqual([]);
  const { rows } = await database().pool.query('SELECT FROM outbox WHERE done_at IS NULL');
  expect(rows).toEqual([]);
});

it('notifies an account without an email address by message, and others by mail', async () => {
  for (const user of [await createMobileUser('9812345671'), await createUser({ loginMobile: '9812345672' })]) {
    const entry = await addNotice({ kind: 'refresh_reused', userId: user.id });
    expect(entry?.topic).toBe(user.email === null ? 'security.message' : 'security.notice');
    await sendNotice({ outboxId: entry?.id ?? 0, subjectId: entry?.subjectId ?? 0 });
  }
  expect(await listStoredMessages()).toMatchObject([{ to: '+919812345671', kind: 'security_notice' }]);
  expect(await listStoredMails()).toHaveLength(1);
});

it('sends codes and notices in Hindi', async () => {
  await requestOtp({ mobile, shopSlug: slug, address: origin.address, language: 'hi' });
  const { rows } = await database().pool.query('SELECT id, subject_id FROM outbox ORDER BY id DESC LIMIT 1');
  await database().pool.query('UPDATE users SET login_mobile = $2 WHERE login_mobile = $1', [mobile, '9812345679']);
  await sendNotice({ outboxId: rows[0].id, subjectId: rows[0].subject_id });
  const [code] = await listStoredMessages();
  expect(code).toMatchObject({ to: `+91${mobile}`, language: 'hi' });
  expect(code?.text).toMatch(/^(\d{6}) Tea & <Co> के लिए आपका एक बार का कोड है। 5 मिनट तक मान्य।.*\n\n@localhost #\1$/);

  const user = await createMobileUser('9812345675');
  await saveLanguage({ userId: user.id, language: 'hi' });
  const entry = await addNotice({ kind: 'wrong_codes', userId: user.id });
  await sendNotice({ outboxId: entry?.id ?? 0, subjectId: entry?.subjectId ?? 0 });
  expect(await listStoredMessages({ to: '+919812345675' })).toMatchObject([
    { language: 'hi', text: expect.stringContaining('ग़लत कोड') },
  ]);
});
