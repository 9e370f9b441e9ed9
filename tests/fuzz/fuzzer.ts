import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Access, Endpoint } from '@haat/contract/endpoint';
import { isPermission, SHOP_ROLES } from '@haat/contract/accounts/shop-roles';
import { database } from '@haat/core/db/database';
import { signIn } from '../../api/test/api-client.ts';
import { type AuthorizationFixtures, type Caller, createFixtures } from '../../api/test/authorization/fixtures.ts';
import { MATRIX } from '../../api/test/authorization/matrix.ts';
import { startApiProgram } from '../../core/test/program.ts';
import { freePort } from '../../tools/lib/ports.ts';
import { type FuzzAnswer, faultOf } from './answers.ts';
import { type Example, type FuzzBody, type FuzzRequest, requestElsewhere, requestFor } from './requests.ts';

export type Attack = { seed: number; runs: number };

type Callers = Record<keyof typeof PEOPLE, Caller>;
type Target = {
  world: AuthorizationFixtures;
  port: number;
  agent: Agent;
  callers: Callers;
  sent: number;
  succeeded: Set<Endpoint>;
};

const PEOPLE = { customer: 'CO', helper: 'HE', rider: 'RI', vendor: 'VS', admin: 'SA', operator: 'PA' } as const;

/** No codes are guessed here, so their limits may be high. */
const LIMITS = { OTP_PER_IP_PER_HOUR: '1000000', OTP_PER_EMAIL_PER_HOUR: '1000000', OTP_RESEND_SECONDS: '0' };

/** An api process to be attacked. The database of this process must be connected, and empty but for its schema. */
export async function startFuzzer() {
  const world = await createFixtures();
  const port = await freePort();
  const errors: string[] = [];
  const program = await startApiProgram({
    env: { ...world.sandbox.env, ...LIMITS, NODE_ENV: 'development', PORT: String(port) },
    onLine: (line) => isError(line) && errors.push(line),
  });
  const target: Target = {
    world,
    port,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    callers: await arrive(world),
    sent: 0,
    succeeded: new Set(),
  };
  const attack = async (
    requests: fc.Arbitrary<FuzzRequest>,
    endpoint: Endpoint | undefined,
    { seed, runs }: Attack,
  ) => {
    target.callers = await arrive(world);
    const property = fc.asyncProperty(requests, (request) => verify(target, request, endpoint));
    const result = await fc.check(property, { seed, numRuns: runs });
    return result.failed ? `${String(result.errorInstance)}\n${fc.defaultReportMessage(result)}` : undefined;
  };
  return {
    /** Attacks a call. The answer is a report of the first fault with the smallest request that shows it, if there is one. */
    attackCall: async (endpoint: Endpoint, options: Attack): Promise<string | undefined> =>
      attack(requestFor(endpoint, await examplesOf(target, endpoint)), endpoint, options),
    /** The same for everything that is no call of the contract. */
    attackElsewhere: (options: Attack): Promise<string | undefined> => attack(requestElsewhere(), undefined, options),
    sent: (): number => target.sent,
    /** How many calls had a request that succeeded: only these were attacked behind their first checks. */
    succeeded: (): number => target.succeeded.size,
    /** Ends the api. The answer is its exit code and the errors that it logged. */
    stop: async (): Promise<{ code: number | null; errors: string[] }> => {
      target.agent.destroy();
      const code = await program.terminate();
      await world.sandbox.stop();
      return { code, errors };
    },
  };
}

export type Fuzzer = Awaited<ReturnType<typeof startFuzzer>>;

const isError = (line: string): boolean =>
  !line.startsWith('{') || /^(error|fatal)$/.test((JSON.parse(line) as { level: string }).level);

/** New sessions for everybody, and the shop as it was: earlier requests may have ended or changed them. */
async function arrive({ people, shop, product, variant }: AuthorizationFixtures): Promise<Callers> {
  const { pool } = database();
  await pool.query('DELETE FROM rate_limits');
  await pool.query('UPDATE users SET blocked_at = NULL WHERE blocked_at IS NOT NULL');
  await pool.query(
    `UPDATE shops SET suspended_at = NULL, suspended_reason = NULL, paused_at = NULL, paused_until = NULL,
       paused_fulfilment = NULL, min_order_paise = NULL,
       open_time = NULL, close_time = NULL, hours = NULL`,
  );
  await pool.query('UPDATE products SET deleted_at = NULL, is_published = true WHERE id = $1', [product.id]);
  await pool.query('UPDATE variants SET price_paise = $2, mrp_paise = NULL, stock = 1000 WHERE id = $1', [
    variant.id,
    variant.pricePaise,
  ]);
  for (const role of SHOP_ROLES) {
    await pool.query(
      `INSERT INTO shop_members (user_id, shop_id, role) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, shop_id) DO UPDATE SET role = excluded.role`,
      [people[PEOPLE[role]].user.id, shop.id, role],
    );
  }
  const entries = Object.entries(PEOPLE).map(async ([name, who]) => {
    const { token, refreshToken } = await signIn(people[who]);
    return [name, { userId: people[who].user.id, bearer: token, refreshToken }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Callers;
}

const entitledTo = (access: Access): keyof Callers =>
  access === 'operator' ? 'operator' : isPermission(access) ? 'admin' : 'customer';

/** Valid input for the call, as the authorization tests make it. */
async function examplesOf({ world, callers }: Target, { method, path, access }: Endpoint): Promise<Example[]> {
  const name = `${method.toUpperCase()} ${path}`;
  const rows = Object.entries(MATRIX).filter(([call]) => call === name || call.startsWith(`${name} `));
  const examples: Example[] = [];
  for (const [, { input }] of rows) {
    // What earlier requests did to the shop may leave no example; then the schema alone makes the requests.
    const made = await Promise.resolve(input?.(world, callers[entitledTo(access)])).catch(() => 'none' as const);
    if (made === 'none') continue;
    const { path: own = path, body } = made ?? {};
    const fields = body instanceof FormData ? [...body].filter(([, value]) => typeof value === 'string') : body;
    examples.push({ path: own, body: fields });
  }
  return examples;
}

/** Throws if the response to the request is wrong. */
async function verify(target: Target, request: FuzzRequest, endpoint?: Endpoint): Promise<void> {
  const answer = await send(target, request);
  // A busy machine is slow once; a request that costs too much is slow again.
  const again = answer.ms > 2_000 ? await send(target, request) : answer;
  const fault = faultOf(request, { ...answer, ms: Math.min(answer.ms, again.ms) });
  if (fault !== undefined) throw new Error(`${fault}\n${answer.text.slice(0, 500)}`);
  if (endpoint && answer.status < 300) target.succeeded.add(endpoint);
  if (target.sent % 20 === 0) await database().pool.query('DELETE FROM rate_limits');
  const changesAccess = /logout|members|operator\/shops|pause/.test(endpoint?.path ?? '');
  if (changesAccess && answer.status < 300) target.callers = await arrive(target.world);
}

async function send(target: Target, request: FuzzRequest): Promise<FuzzAnswer> {
  target.sent += 1;
  const { as, method, path, query, headers, body } = request;
  const { bytes, ...ofBody } = wire(target, request, body);
  const startedAt = performance.now();
  const outgoing = httpRequest({
    agent: target.agent,
    port: target.port,
    host: '127.0.0.1',
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(as !== 'guest' && { authorization: `Bearer ${target.callers[as].bearer}` }),
      ...ofBody.headers,
      ...headers,
      ...(bytes && { 'content-length': String(bytes.length) }),
    },
  });
  outgoing.end(bytes);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const type = response.headers['content-type'] ?? '';
  // It would not end automatically.
  if (type.startsWith('text/event-stream')) response.destroy();
  return {
    status: response.statusCode ?? 0,
    type,
    text: response.destroyed ? '' : (await decoded(response)).toString(),
    ms: performance.now() - startedAt,
  };
}

async function decoded(response: IncomingMessage): Promise<Buffer> {
  const bytes = await buffer(response);
  const encoding = response.headers['content-encoding'];
  // An answer to HEAD names the encoding of a body that does not come.
  if (encoding === undefined || bytes.length === 0) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes);
}

type Wire = { bytes?: Buffer; headers: Record<string, string> };

function wire({ world }: Target, { path }: FuzzRequest, body: FuzzBody | undefined): Wire {
  if (!body) return { headers: {} };
  if (body.kind === 'text') return { bytes: Buffer.from(body.text), headers: { 'content-type': body.type } };
  if (body.kind === 'form')
    return { bytes: multipart(body), headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
  const json = JSON.stringify(body.value);
  const headers = body.kind === 'signed' ? signatures(world, path, json) : { 'content-type': 'application/json' };
  return { bytes: Buffer.from(json), headers };
}

function signatures({ sandbox }: AuthorizationFixtures, path: string, event: string): Record<string, string> {
  const hmac = (secret: string, content: string) => createHmac('sha256', secret).update(content).digest('hex');
  const seconds = Math.floor(Date.now() / 1_000);
  if (path.endsWith('stripe'))
    return { 'stripe-signature': `t=${seconds},v1=${hmac(sandbox.stripe.webhookSecret, `${seconds}.${event}`)}` };
  const id = createHmac('sha256', 'id').update(event).digest('hex');
  return {
    'x-razorpay-signature': hmac(sandbox.razorpay.webhookSecret, event),
    'x-razorpay-event-id': `evt_${id.slice(0, 14)}`,
  };
}

const BOUNDARY = 'a-boundary-of-fuzz';

function multipart({ fields, file }: Extract<FuzzBody, { kind: 'form' }>): Buffer {
  const open = (name: string, rest = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n`;
  const parts: Buffer[] = fields.map(([name, value]) => Buffer.from(`${open(name)}\r\n${value}\r\n`));
  if (file) {
    const head = `${open(file.field, `; filename="${file.name}"`)}Content-Type: ${file.type}\r\n\r\n`;
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
