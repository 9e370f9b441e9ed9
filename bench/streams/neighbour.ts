// A thread that asks for one address again and again, with a pause, as somebody who has nothing to do with the streams would.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, headers } = workerData as { url: string; headers: Record<string, string> };
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
let isOver = false;
parentPort?.once('message', () => (isOver = true));

while (!isOver) {
  const from = performance.now();
  await new Promise<void>((done, fail) => {
    const asked = get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`The neighbour got ${answer.statusCode}`));
      answer.resume().once('end', done);
    });
    asked.once('error', fail);
  });
  times.push(performance.now() - from);
  await sleep(2);
}
agent.destroy();
parentPort?.postMessage(times);
