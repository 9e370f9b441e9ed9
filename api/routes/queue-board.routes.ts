import { Router } from '@koa/router';
import type { QueueBoardView } from '@haat/contract/api/operator.schema';
import { BOARD_PATH, givePass } from '../board/board-pass.ts';
import { type ApiState, requireOperator } from '../http/session.ts';

export const queueBoardRoutes = new Router<ApiState>({ prefix: '/api/operator/queue-board' });

queueBoardRoutes.post('/', async (ctx) => {
  const session = requireOperator(ctx.state);
  await givePass(ctx, session);
  ctx.body = { path: `${BOARD_PATH}/` } satisfies QueueBoardView;
});
