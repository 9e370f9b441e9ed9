import { connectDatabase, database } from '../../db/database.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { answerPlaceRequests, requestPlace } from '../../shops/place-requests.ts';
import { createPublicShop, createUser } from '../../test/factories.ts';
import { stopServices } from '../../test/stop-services.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendNotice } from './send-notice.ts';

beforeAll(() => void connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  await database().pool.query('DELETE FROM caught_mails; DELETE FROM caught_messages; DELETE FROM outbox');
});

const HERE = { latitude: 12.2958, longitude: 76.6394 };

async function send(user: Parameters<typeof createUser>[0]): Promise<void> {
  const { id: userId } = await createUser(user);
  await requestPlace({ userId, ...HERE });
  await answerPlaceRequests();
  const { rows } = await database().pool.query("SELECT id FROM outbox WHERE topic = 'shop.near' AND subject_id = $1", [
    userId,
  ]);
  await sendNotice({ outboxId: rows[0].id, subjectId: userId });
  await sendNotice({ outboxId: rows[0].id, subjectId: userId });
}

it('names the shop, by mail or without an address by message, once', async () => {
  await createPublicShop({ ...HERE, slug: 'mysuru-dairy', name: 'Mysuru Dairy' });
  await send({ email: 'waits@haat.example' });
  const mails = await listStoredMails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['waits@haat.example', 'A shop on Haat delivers to you now'],
  ]);
  expect(mails[0]?.text).toContain('Mysuru Dairy delivers to the place where you asked to be told.');
  expect(mails[0]?.text).toMatch(/\/#\/mysuru-dairy\/products/);

  await send({ email: null, loginMobile: '9812345670', language: 'hi' });
  const { rows } = await database().pool.query<{ to: string; text: string }>('SELECT "to", text FROM caught_messages');
  expect(rows).toEqual([{ to: '+919812345670', text: expect.stringMatching(/^हाट की Mysuru Dairy .*\/products$/) }]);
});
