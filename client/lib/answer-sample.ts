/** What every answer of a kind looks like, with a value of the right sort in each field that is always there. */
export type Sample<Answer> = Answer extends readonly (infer Each)[]
  ? readonly [Sample<Each>] | readonly [Sample<Each>, 'never empty']
  : Answer extends object
    ? { readonly [Field in keyof Answer]?: Sample<Answer[Field]> }
    : Answer;

/**
 * Whether an answer has all that its sample has, each of the same sort; more is welcome, and a list may be empty unless
 * its sample says `[each, 'never empty']`. It keeps what is none of our answers from a screen, and is no judge of values:
 * those are checked where they are made.
 */
export function isLike<Answer>(answer: unknown, sample: Sample<Answer>): answer is Answer;
export function isLike(answer: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) {
    const least = sample.length - 1;
    return Array.isArray(answer) && answer.length >= least && answer.every((each) => isLike(each, sample[0]));
  }
  if (typeof answer !== typeof sample || answer === null) return false;
  if (typeof sample !== 'object' || sample === null) return true;
  return Object.entries(sample).every(([field, value]) => isLike((answer as Record<string, unknown>)[field], value));
}
