import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { closeQueues } from '../../queue/queues.ts';
import { redeemOtp, requestOtp } from '../../accounts/one-time-code.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { saveLanguage } from '../../accounts/profile.ts';
import { createShop, createUser } from '../../test/factories.ts';
import { clearLimits } from '../../test/limits.ts';
import { sendNotice } from './send-notice.ts';

const email = 'asha@haat.example';
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
  await database().pool.query('DELETE FROM caught_mails; DELETE FROM outbox');
  slug = (await createShop({ name: 'Tea & <Co>' })).slug;
});

async function askedFor(more: { language?: 'en' | 'hi' } = {}): Promise<{ outboxId: number; subjectId: number }> {
  await requestOtp({ email, shopSlug: slug, address: origin.address, ...more });
  const { rows } = await database().pool.query('SELECT id, subject_id FROM outbox ORDER BY id DESC LIMIT 1');
  return { outboxId: rows[0].id, subjectId: rows[0].subject_id };
}

const codeIn = ({ text }: { text: string }) => /^\d{6}$/m.exec(text)?.[0] ?? '';

it('mails a code that logs in', async () => {
  const job = await askedFor();
  await sendNotice(job);
  const mails = await listStoredMails();
  expect(mails.map(({ to }) => to)).toEqual([email]);
  const [mail] = mails as [(typeof mails)[0]];
  expect(mail.text).toContain('Tea & <Co>');
  expect(mail.html).toContain('Tea &amp; &lt;Co&gt;');
  await expect(redeemOtp({ email, code: codeIn(mail), shopSlug: slug, origin })).resolves.toMatchObject({
    token: expect.any(String),
  });
});

it('mails nothing the second time', async () => {
  const job = await askedFor();
  await sendNotice(job);
  await sendNotice(job);
  const mails = await listStoredMails();
  expect(mails).toHaveLength(1);
  await redeemOtp({ email, code: codeIn(mails[0] ?? { text: '' }), shopSlug: slug, origin });
});

it('mails another code when the first run broke off before its mail was out, and only that one works', async () => {
  const job = await askedFor();
  await sendNotice(job);
  await database().pool.query('UPDATE outbox SET done_at = NULL WHERE id = $1', [job.outboxId]);
  await sendNotice(job);
  const [last] = await listStoredMails();
  await redeemOtp({ email, code: codeIn(last ?? { text: '' }), shopSlug: slug, origin });
});

it('mails nothing for a code that was replaced or has run out meanwhile', async () => {
  const replaced = await askedFor();
  await clearLimits();
  const expired = await askedFor();
  await database().pool.query('UPDATE otp_codes SET expires_at = now() WHERE id = $1', [expired.subjectId]);
  await sendNotice(replaced);
  await sendNotice(expired);
  expect(await listStoredMails()).toEqual([]);
  const { rows } = await database().pool.query('SELECT count(*)::int AS waiting FROM outbox WHERE done_at IS NULL');
  expect(rows).toEqual([{ waiting: 0 }]);
});

it('stores no code as it is', async () => {
  const job = await askedFor();
  await sendNotice(job);
  const [mail] = await listStoredMails();
  const { rows } = await database().pool.query('SELECT code_hash FROM otp_codes WHERE id = $1', [job.subjectId]);
  expect(rows[0].code_hash).toMatch(/^[\w-]{43}$/);
  expect(rows[0].code_hash).not.toContain(codeIn(mail ?? { text: '' }));
});

it('is in the language of the request before there is an account, and then in that of the account', async () => {
  const subjectOf = async (more: { language?: 'en' | 'hi' }) => {
    await clearLimits();
    await sendNotice(await askedFor(more));
    const [mail] = await listStoredMails();
    expect(codeIn(mail ?? { text: '' })).toMatch(/^\d{6}$/);
    return mail?.subject;
  };
  await database().pool.query('UPDATE users SET email = $2 WHERE email = $1', [email, `before-${email}`]);
  expect(await subjectOf({})).toBe('Your one-time code');
  expect(await subjectOf({ language: 'hi' })).toBe('आपका एक बार का कोड');
  const [mail] = await listStoredMails();
  expect(mail?.html).toContain('<html lang="hi">');
  expect(mail?.text).toContain('Tea & <Co> के लिए आपका एक बार का कोड:');

  const user = await createUser({ email });
  expect(await subjectOf({ language: 'hi' })).toBe('आपका एक बार का कोड');
  await saveLanguage({ userId: user.id, language: 'en' });
  expect(await subjectOf({ language: 'hi' })).toBe('Your one-time code');
  await saveLanguage({ userId: user.id, language: 'hi' });
  expect(await subjectOf({ language: 'en' })).toBe('आपका एक बार का कोड');
});
