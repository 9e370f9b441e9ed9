import { FAILURES, type FcmFailure } from './fcm-failure.ts';

export type FcmAnswer = 'sent' | 'silence' | 'reset' | 'lost' | FcmFailure;

/**
 * What a token is answered the nth time it is sent to. `busy-…` always fails, `busy-2-…` the first two times; `hang-…` gets no
 * answer and `reset-…` a broken line instead, `lost-…` is sent and its answer lost; any other text is a device that is there.
 */
export function answerTo(token: string, nth: number): FcmAnswer {
  const [, word = '', times] = /^([a-z]+)(?:-(\d+))?-/.exec(token) ?? [];
  if (times !== undefined && nth > Number(times)) return 'sent';
  if (word === 'hang') return 'silence';
  if (word === 'reset' || word === 'lost') return word;
  return Object.entries(FAILURES).find(([name]) => name === word)?.[1] ?? 'sent';
}
