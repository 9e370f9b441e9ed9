import * as api from '@haat/contract/orders/problems.calls';
import { acknowledgeProblem } from '@haat/core/orders/problems/acknowledge-problem';
import { answerProblem } from '@haat/core/orders/problems/answer-problem';
import {
  countAllProblems,
  countShopProblems,
  listAllProblems,
  listShopProblems,
} from '@haat/core/orders/problems/list-problems';
import {
  type ProblemRecord,
  readOrderProblems,
  readProblem,
  readProblemPicture,
} from '@haat/core/orders/problems/problem-record';
import { reportProblem, requireOwnOrder } from '@haat/core/orders/problems/report-problem';
import { sendProblemMessage } from '@haat/core/orders/problems/send-problem-message';
import { wire } from '@haat/core/lib/wire';
import { answered, type Route, route } from '../http/route.ts';
import { refundableOf } from './orders.routes.ts';

export const problemsRoutes: Route[] = [
  route(api.reportProblem, async ({ user, params, key, readForm }) => {
    // Before the pictures are read.
    await requireOwnOrder({ orderId: params.id, by: user });
    const { fields, files } = await readForm();
    const pictures = files.map(({ bytes }) => bytes);
    return presentProblem(await reportProblem({ orderId: params.id, ...fields, pictures, by: user, key }));
  }),

  route(api.getOrderProblems, async ({ user, params }) => {
    const { problems, ...order } = await readOrderProblems({ orderId: params.id, by: user });
    return wire(api.orderProblemsView, { ...order, problems: problems.map(withRefunds) });
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
    wire(api.problemRowView, await listShopProblems({ by: user, ...params, isSolved: solved !== undefined, ...page })),
  ),

  route(api.countShopProblems, ({ user, params }) => countShopProblems(user, params.shopId)),

  route(api.listAllProblems, async ({ query: { solved, ...page } }) =>
    wire(api.problemRowView, await listAllProblems({ isSolved: solved !== undefined, ...page })),
  ),

  route(api.countAllProblems, () => countAllProblems()),
];

const presentProblem = (problem: ProblemRecord) => wire(api.problemView, withRefunds(problem));

const withRefunds = (problem: ProblemRecord) => ({
  ...problem,
  refundedPaise: problem.refundPaise,
  refundable: refundableOf(problem),
});
