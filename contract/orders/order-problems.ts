import type { OrderStatus } from './order-status.ts';

/** The kinds of problems with a line of a delivered order. */
export const PROBLEM_KINDS = ['missing', 'damaged', 'wrong', 'other'] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** The states of a problem that a customer has reported; in the last three it is solved. */
export const PROBLEM_STATES = ['open', 'acknowledged', 'refunded', 'replaced', 'refused'] as const;
export type ProblemState = (typeof PROBLEM_STATES)[number];

/** The kinds of entries in the thread of a problem. */
export const PROBLEM_MESSAGE_KINDS = [
  'reported',
  'message',
  'acknowledged',
  'refunded',
  'replaced',
  'refused',
] as const;
export type ProblemMessageKind = (typeof PROBLEM_MESSAGE_KINDS)[number];

/** The longest text of a report, a message or an answer. */
export const PROBLEM_TEXT_MAX = 500;
export const MAX_PROBLEM_PICTURES = 3;
/** How many problems of one order can be reported, one after the other. */
export const MAX_PROBLEMS = 5;
/** The most messages of one thread. */
export const MAX_PROBLEM_MESSAGES = 100;

type Clock = {
  state: ProblemState;
  /** The deadlines by which the shop has to acknowledge and to solve it. */
  acknowledge_by: string;
  solve_by: string;
};

/** The moment until which the shop has to act next, as a timestamp; undefined once the problem is solved. */
export function nextDeadline({ state, acknowledge_by, solve_by }: Clock): string | undefined {
  if (state === 'open') return acknowledge_by;
  return state === 'acknowledged' ? solve_by : undefined;
}

/** Whether the shop has missed that deadline. */
export function isOverdue(problem: Clock, now: Date): boolean {
  const deadline = nextDeadline(problem);
  return deadline !== undefined && Date.parse(deadline) <= now.getTime();
}

export const isSolved = (state: ProblemState): boolean => state !== 'open' && state !== 'acknowledged';

/** The facts that decide whether a customer can report a problem. */
type ReportFacts = {
  status: OrderStatus;
  /** In ms since 1970; missing before the delivery. */
  reportUntil?: number | undefined;
  /** The problems reported before. */
  problems: readonly { state: ProblemState }[];
};

/** Why a problem cannot be reported now; undefined when it can. `at`: in ms since 1970. */
export function reportRefusal(
  { status, reportUntil, problems }: ReportFacts,
  at: number,
): 'not delivered' | 'too late' | 'unsolved' | 'too many' | undefined {
  if (status !== 'Delivered' || reportUntil === undefined) return 'not delivered';
  if (problems.some(({ state }) => !isSolved(state))) return 'unsolved';
  if (at >= reportUntil) return 'too late';
  return problems.length >= MAX_PROBLEMS ? 'too many' : undefined;
}
