import * as api from '@haat/contract/orders/problems.calls';
import type { ProblemRowView, ProblemView } from '@haat/contract/orders/problems.calls';
import { toRupees } from '@haat/contract/rupees';
import { acknowledgeProblem } from '@haat/core/orders/problems/acknowledge-problem';
import { answerProblem } from '@haat/core/orders/problems/answer-problem';
import {
  countAllProblems,
  countShopProblems,
  listAllProblems,
  listShopProblems,
  type ListedProblem,
} from '@haat/core/orders/problems/list-problems';
import {
  type ProblemFacts,
  type ProblemRecord,
  readOrderProblems,
  readProblem,
  readProblemPicture,
} from '@haat/core/orders/problems/problem-record';
import { reportProblem, requireOwnOrder } from '@haat/core/orders/problems/report-problem';
import { sendProblemMessage } from '@haat/core/orders/problems/send-problem-message';
import { answered, type Route, route } from '../http/route.ts';
import { presentRefundable } from './orders.routes.ts';

export const problemsRoutes: Route[] = [
  route(api.reportProblem, async ({ user, params, key, readForm }) => {
    // Before the pictures are read.
    await requireOwnOrder({ orderId: params.id, by: user });
    const { fields, files } = await readForm();
    const pictures = files.map(({ bytes }) => bytes);
    return presentProblem(await reportProblem({ orderId: params.id, ...fields, pictures, by: user, key }));
  }),

  route(api.getOrderProblems, async ({ user, params }) => {
    const { order, shop, status, reportUntil, items, problems } = await readOrderProblems({
      orderId: params.id,
      by: user,
    });
    return {
      order,
      shop,
      order_status: status,
      report_until: reportUntil?.toISOString() ?? null,
      items: items.map(({ itemId, pricePaise, ...item }) => ({
        item_id: itemId,
        price: toRupees(pricePaise),
        ...item,
      })),
      problems: problems.map(presentProblem),
    };
  }),

  route(api.getProblem, async ({ user, params }) =>
    presentProblem(await readProblem({ problemId: params.id, by: user })),
  ),

  route(api.getProblemPicture, async ({ ctx, user, params: { id, picture } }): Promise<typeof answered> => {
    const bytes = await readProblemPicture({ problemId: id, pictureId: picture, by: user });
    ctx.type = 'image/webp';
    ctx.body = bytes;
    return answered;
  }),

  route(api.sendProblemMessage, async ({ user, params, body, key }) =>
    presentProblem(await sendProblemMessage({ problemId: params.id, text: body.text, by: user, key })),
  ),

  route(api.acknowledgeProblem, async ({ user, params }) =>
    presentProblem(await acknowledgeProblem({ problemId: params.id, by: user })),
  ),

  route(api.answerProblem, async ({ user, params, body, key }) =>
    presentProblem(await answerProblem({ problemId: params.id, answer: body, by: user, key })),
  ),

  route(api.listShopProblems, async ({ user, params, query: { solved, ...page } }) =>
    (await listShopProblems({ by: user, ...params, isSolved: solved !== undefined, ...page })).map(presentRow),
  ),

  route(api.countShopProblems, ({ user, params }) => countShopProblems(user, params.shopId)),

  route(api.listAllProblems, async ({ query: { solved, ...page } }) =>
    (await listAllProblems({ isSolved: solved !== undefined, ...page })).map(presentRow),
  ),

  route(api.countAllProblems, () => countAllProblems()),
];

const presentFacts = (facts: ProblemFacts) => ({
  id: facts.id,
  number: facts.number,
  order: facts.order,
  shop: facts.shop,
  customer_name: facts.customerName,
  state: facts.state,
  reported_at: facts.reportedAt.toISOString(),
  acknowledge_by: facts.acknowledgeBy.toISOString(),
  solve_by: facts.solveBy.toISOString(),
});

const presentRow = ({ kinds, items, isWaiting, ...facts }: ListedProblem): ProblemRowView => ({
  ...presentFacts(facts),
  kinds,
  items,
  is_waiting: isWaiting,
});

function presentProblem({ lines, pictures, messages, ...problem }: ProblemRecord): ProblemView {
  const { acknowledgedAt, solvedAt, refundPaise, replacement } = problem;
  return {
    ...presentFacts(problem),
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    solved_at: solvedAt?.toISOString() ?? null,
    refunded: refundPaise === null ? null : toRupees(refundPaise),
    replacement,
    refundable: presentRefundable(problem),
    lines: lines.map(({ itemId, pricePaise, ...line }) => ({ item_id: itemId, price: toRupees(pricePaise), ...line })),
    pictures,
    messages: messages.map(({ by, at, ...message }) => ({
      ...message,
      ...(by !== null && { by }),
      at: new Date(at).toISOString(),
    })),
  };
}
