import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type ReplyDroppingProxy = { url: string; dropped(): number; stop(): Promise<void> };

/**
 * Forwards calls to `target` and, for that share of them, cuts the connection once the answer is complete: the server did
 * its work, and the caller never receives the response. `seed` decides which ones.
 */
export async function startReplyDroppingProxy(target: string, share: number, seed = 1): Promise<ReplyDroppingProxy> {
  const random = randomFrom(seed);
  let dropped = 0;
  const server = createServer(async (req, res) => {
    const answer = await pass(target, req);
    if (random() < share) {
      dropped += 1;
      req.socket.destroy();
    } else {
      reply(res, answer);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, dropped: () => dropped, stop };
}

type Answer = { status: number; type: string; body: Buffer };

async function pass(target: string, req: IncomingMessage): Promise<Answer> {
  const body = await buffer(req);
  const { authorization, 'content-type': type, 'idempotency-key': key } = req.headers;
  const headers = { authorization, 'content-type': type, ...(key && { 'idempotency-key': key }) };
  const outgoing = forward(target + req.url, { method: req.method, headers });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'] ?? '',
    body: await buffer(response),
  };
}

function reply(res: ServerResponse, { status, type, body }: Answer): void {
  res.writeHead(status, { 'content-type': type });
  res.end(body);
}

// Small and repeatable: a linear congruential generator.
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
