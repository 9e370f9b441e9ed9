import type { Context, Next } from 'koa';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { errorBody, type StripeState } from './stripe-call.ts';

const running = new WeakMap<World, Set<string>>();

/**
 * One effect per Idempotency-Key: the same call again gets the same answer, errors from 500 included; the key with other
 * parameters is refused, and so is a second call while the first one runs.
 */
export async function answerOnce(world: World, ctx: Context, next: Next): Promise<void> {
  const key = ctx.get('idempotency-key');
  if (ctx.method !== 'POST' || !key) return next();
  const { raw } = ctx.state as StripeState;
  const fingerprint = `${ctx.path}\n${raw}`;
  const earlier = world.state.stripe.answers[key];
  if (earlier) return replay(ctx, earlier, fingerprint);
  const keys = running.get(world) ?? new Set<string>();
  running.set(world, keys);
  if (keys.has(key))
    throw new Refusal('There is currently another in-progress request using this Idempotent Key.', {
      status: 409,
      code: 'idempotency_key_in_use',
      type: 'idempotency_error',
    });
  keys.add(key);
  try {
    await next();
    store(ctx.status, ctx.body);
  } catch (error) {
    if (error instanceof Refusal && error.status >= 500) store(error.status, { error: errorBody(error) });
    throw error;
  } finally {
    keys.delete(key);
  }

  function store(status: number, body: unknown): void {
    world.state.stripe.answers[key] = { fingerprint, at: world.now(), status, body: JSON.stringify(body) };
  }
}

function replay(
  ctx: Context,
  earlier: { fingerprint: string; status: number; body: string },
  fingerprint: string,
): void {
  if (earlier.fingerprint !== fingerprint)
    throw new Refusal(
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      {
        type: 'idempotency_error',
      },
    );
  ctx.set('Idempotent-Replayed', 'true');
  ctx.status = earlier.status;
  ctx.type = 'json';
  ctx.body = earlier.body;
}
