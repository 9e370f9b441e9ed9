import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import { closeQueues } from '../../queue/queues.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { listStoredMessages } from '../../gateways/message-sender.ts';
import { inviteMember } from '../../accounts/invitations.ts';
import { removeMember } from '../../accounts/team.ts';
import { createMember, createShop, createUser } from '../../test/factories.ts';
import { clearLimits } from '../../test/limits.ts';
import { sendNotice } from './send-notice.ts';

let shop: Shop;
let owner: User;
beforeAll(() => connectDatabase());
afterAll(async () => {
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
});
beforeEach(async () => {
  await clearLimits();
  await database().pool.query('DELETE FROM caught_mails; DELETE FROM caught_messages; DELETE FROM outbox');
  shop = await createShop({ name: 'Tea & <Co>' });
  owner = await createMember({ shop, role: 'admin' });
});

async function invite(email: string, role: ShopRole = 'vendor') {
  const member = await inviteMember({ shopId: shop.id, actorId: owner.id, email, role });
  const { rows } = await database().pool.query(`SELECT id, subject_id FROM outbox WHERE topic = 'member.invited'`);
  return { member, job: { outboxId: rows[0].id, subjectId: rows[0].subject_id } };
}

it('says which shop, as what, and where to log in, once', async () => {
  const { job } = await invite('new@haat.example', 'admin');
  await sendNotice(job);
  await sendNotice(job);
  const mails = await listStoredMails();
  expect(mails.map(({ to }) => to)).toEqual(['new@haat.example']);
  expect(mails[0]?.text).toContain('You have been invited to the team of Tea & <Co> on Haat as an admin.');
  expect(mails[0]?.text).toMatch(new RegExp(`http://\\S+/#/${shop.slug}/login`));
  expect(mails[0]?.html).toContain('Tea &amp; &lt;Co&gt;');
});

it('is a message to a mobile number', async () => {
  await inviteMember({ shopId: shop.id, actorId: owner.id, mobile: '9845012345', name: 'Raju', role: 'rider' });
  const jobs = await database().pool.query(`SELECT id, subject_id FROM outbox WHERE topic = 'member.invited'`);
  await sendNotice({ outboxId: jobs.rows[0].id, subjectId: jobs.rows[0].subject_id });
  expect(await listStoredMails()).toEqual([]);
  expect(await listStoredMessages()).toMatchObject([
    { to: '+919845012345', text: expect.stringMatching(/^You are on the team of Tea & <Co> on Haat\. .*\/login$/) },
  ]);
});

it.each(['helper', 'rider', 'vendor'] as const)('names the role %s', async (role) => {
  await sendNotice((await invite(`${role}@haat.example`, role)).job);
  const [mail] = await listStoredMails();
  expect(mail?.text).toContain(`on Haat as a ${role}.`);
});

it('sends nothing to a member who was removed', async () => {
  const { member, job } = await invite('gone@haat.example');
  await removeMember({ shopId: shop.id, actorId: owner.id, userId: member.userId });
  await sendNotice(job);
  expect(await listStoredMails()).toEqual([]);
});

it('is in the language of an account that has one', async () => {
  const user = await createUser({ language: 'hi' });
  await sendNotice((await invite(user.email, 'admin')).job);
  const [mail] = await listStoredMails();
  expect(mail).toMatchObject({ to: user.email, subject: 'आपको हाट की एक दुकान में बुलाया गया है' });
  expect(mail?.text).toContain('Tea & <Co> की टीम में एडमिन के तौर पर');
});
