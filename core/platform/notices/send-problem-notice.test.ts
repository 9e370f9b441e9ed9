import { connectDatabase, database } from '../../db/database.ts';
import { listStoredMails } from '../../gateways/mailer.ts';
import { dispatchesSettled } from '../../queue/outbox.ts';
import { placeOrder } from '../../orders/place/place-order.ts';
import { remindOfProblems } from '../../orders/problems/remind-of-problems.ts';
import { reportProblem } from '../../orders/problems/report-problem.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendNotice } from './send-notice.ts';

beforeAll(() => void connectDatabase());
beforeEach(() => database().pool.query('DELETE FROM caught_mails'));
afterAll(async () => {
  await dispatchesSettled();
  await stopServices();
});

let orders = 0;
/** A problem at a shop with two members, one of whom reads Hindi. */
async function reported() {
  const [shop, customer] = await Promise.all([createShop(), createUser()]);
  const members = [
    await createMember({ shop }),
    await createMember({ shop, user: await createUser({ language: 'hi' }) }),
  ];
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 10_000, stock: 5 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  const { id: orderId } = await placeOrder({
    userId: customer.id,
    body,
    idempotencyKey: `order-of-a-mail-${(orders += 1)}`,
  });
  const { knex } = database();
  const at = new Date();
  await knex('orderEvents').insert({ orderId, fromStatus: 'Ready', toStatus: 'Delivered', actor: 'clock', at });
  await knex('orders')
    .where({ id: orderId })
    .update({ status: 'Delivered', paymentStatus: 'collected', collectedAt: at });
  const { id: itemId } = (await knex('orderItems').where({ orderId }).first('id')) as { id: number };
  const session = { sessionId: '00000000-0000-0000-0000-000000000000', email: customer.email, role: undefined };
  const by = {
    ...session,
    userId: customer.id,
    actorId: customer.id,
    shopId: shop.id,
    shopSlug: shop.slug,
    isPlatformAdmin: false,
  };
  const lines = [{ item_id: itemId, quantity: 1, kind: 'wrong' as const }];
  return {
    members,
    shop,
    problem: await reportProblem({ orderId, lines, text: 'Canary words', pictures: [], by, key: undefined }),
  };
}

async function sendAll(problemId: number): Promise<void> {
  const { rows } = await database().pool.query<{ outboxId: number; subjectId: number }>(
    `SELECT b.id AS "outboxId", b.subject_id AS "subjectId" FROM outbox b
     JOIN order_problem_notices n ON n.id = b.subject_id WHERE b.topic = 'problem.notice' AND n.problem_id = $1`,
    [problemId],
  );
  for (const job of [...rows, ...rows]) await sendNotice(job);
}

it('mails every member of the shop once, in their language, without what the customer wrote', async () => {
  const { members, shop, problem } = await reported();
  await sendAll(problem.id);
  const mails = await listStoredMails();
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(members.map(({ email }) => email)));
  expect(mails).toHaveLength(2);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    `Problem ${problem.number} with an order`,
    `ऑर्डर की समस्या ${problem.number}`,
  ]);
  for (const { text } of mails) {
    expect(text).toContain(`/#/${shop.slug}/admin/problems/${problem.id}`);
    expect(text).not.toContain('Canary');
  }
});

it('mails them a reminder, unless the problem was solved in the meantime', async () => {
  const [waiting, solved] = [await reported(), await reported()];
  await database().pool.query('DELETE FROM outbox WHERE topic = $1', ['problem.notice']);
  await database().pool.query('UPDATE order_problems SET remind_at = now()');
  await remindOfProblems();
  await database().pool.query(
    `UPDATE order_problems SET state = 'refused', acknowledged_at = now(), solved_at = now() WHERE id = $1`,
    [solved.problem.id],
  );
  await sendAll(waiting.problem.id);
  await sendAll(solved.problem.id);
  const mails = await listStoredMails();
  expect(mails).toHaveLength(2);
  expect(mails.map(({ text }) => text).join('\n')).toContain(
    `Problem ${waiting.problem.number} is still waiting for an answer from your shop.`,
  );
});
