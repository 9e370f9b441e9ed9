import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';

export type StreamEvent = { id: number; data: { id: number; message: string } & Record<string, unknown> };

/** A reader of server-sent events, as a browser is one; it does not come back automatically. */
export type EventStream = {
  status: number;
  headers: IncomingMessage['headers'];
  events: StreamEvent[];
  /** Everything as it came. */
  text(): string;
  closed: Promise<unknown>;
  close(): void;
};

/** Opens a stream; resolves with its head, whatever the status. */
export async function openEventStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const request: ClientRequest = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events: StreamEvent[] = [];
  let [all, rest] = ['', ''];
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    all += text;
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    events.push(...frames.flatMap(eventIn));
  });
  request.on('error', () => {});
  response.on('error', () => {});
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => all,
    closed: new Promise((done) => response.once('close', done)),
    close: () => request.destroy(),
  };
}

function eventIn(frame: string): StreamEvent[] {
  const [id, data] = [/^id: (\d+)$/m.exec(frame)?.[1], /^data: (.*)$/m.exec(frame)?.[1]];
  return id && data ? [{ id: Number(id), data: JSON.parse(data) }] : [];
}
