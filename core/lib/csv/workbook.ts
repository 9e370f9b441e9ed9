import { Worker } from 'node:worker_threads';
import { turnQueue } from '../turns.ts';
import { unreadableFile } from './csv.ts';
import type { Sheet, WorkbookAnswer } from './workbook-thread.ts';

/** Of CPU time: a sheet of 240,000 cells takes up to two seconds. */
const MAX_CPU_MS = 5_000;
/** However busy the machine is. */
const MAX_MS = 20_000;
const CHECK_EVERY_MS = 250;
/** A sheet of 5,000 rows takes 40 MB. A cell at the far end of an empty sheet would take gigabytes. */
const LIMITS = { maxOldGenerationSizeMb: 72, maxYoungGenerationSizeMb: 16 };

const ZIP = [0x50, 0x4b, 0x03, 0x04];

// Many programs name a web page, or a workbook as XML, `.xls`.
const PAGE = /^\uFEFF?\s*<(?:!doctype|\?xml|html|head|meta|body|style|table|div|center)\b/i;

/** Whether the bytes begin as a workbook of Excel, or another archive, or as a page with tables does. */
export function isWorkbook(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 200);
  return (
    ZIP.every((byte, at) => bytes[at] === byte) || PAGE.test(start.toString(bytes[0] === 0xff ? 'utf16le' : 'utf8'))
  );
}

/**
 * The sheets of a workbook as CSV, with their rows at the same numbers, without hidden ones. They are read in a thread with a
 * limit of memory and time, one file after the other. Throws `file_unreadable`.
 */
export const readWorkbook = async (bytes: Buffer): Promise<Sheet[]> => {
  const answer = await oneAtATime(() => readInThread(bytes));
  if ('refusal' in answer) throw unreadableFile(answer.refusal);
  return answer.sheets;
};

// Each may take as much memory as a thread has.
const oneAtATime = turnQueue({ atOnce: 1, waiting: 1 });

function readInThread(bytes: Buffer): Promise<WorkbookAnswer> {
  const thread = new Worker(new URL('./workbook-thread.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: LIMITS,
  });
  return new Promise<WorkbookAnswer>((resolve) => {
    const refuse = () => {
      resolve({ refusal: 'too_many_cells' });
      void thread.terminate();
    };
    const timer = setTimeout(refuse, MAX_MS);
    const checking = setInterval(() => {
      // It rejects once the thread has ended.
      thread.cpuUsage().then(
        ({ user, system }) => (user + system) / 1_000 > MAX_CPU_MS && refuse(),
        () => {},
      );
    }, CHECK_EVERY_MS);
    thread.once('message', resolve);
    thread.once('error', refuse);
    thread.once('exit', () => {
      clearTimeout(timer);
      clearInterval(checking);
      // After the answer, this changes nothing.
      resolve({ refusal: 'spreadsheet_broken' });
    });
  });
}
