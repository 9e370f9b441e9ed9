import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

// A program that asks for one address again and again, with a pause, like a client that has nothing to do with the streams.
// When stopped, it sends how many ms each answer took.

const [, , url = '', headers = '{}'] = process.argv;
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
const over = new AbortController();
process.once('message', () => over.abort());

while (!over.signal.aborted) {
  const from = performance.now();
  await new Promise<void>((done, fail) => {
    const asked = get(url, { agent, headers: JSON.parse(headers) as Record<string, string> }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`The other client got ${answer.statusCode}`));
      answer.resume().once('end', done);
    });
    asked.once('error', fail);
  });
  times.push(performance.now() - from);
  await sleep(2);
}
process.send?.(times, () => process.exit());
