import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

export type TimedStream = { delays: number[]; close(): void };

/** Follows a shop's stream and notes, for each order, the ms between its row in the database and its arrival here. */
export async function timedStream(url: string, token: string): Promise<TimedStream> {
  const delays: number[] = [];
  const asked = get(`${url}/api/notifications/stream?token=${token}`, { agent: new Agent() });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`);
  asked.on('error', () => {});
  response.on('error', () => {});
  response.setEncoding('utf8');
  let rest = '';
  response.on('data', (text: string) => {
    const now = performance.timeOrigin + performance.now();
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const at = /"created_at":"([^"]+)"/.exec(frame)?.[1];
      if (at) delays.push(now - Date.parse(at));
    }
  });
  return { delays, close: () => asked.destroy() };
}
