import { expect, it } from 'vitest';
import { explain, UserError } from './problem.ts';

it.each([
  ['initdb: error: could not write file: No space left on device', /disk that holds \/data is full.*HAAT_DATA_DIR/],
  ["EACCES: permission denied, mkdir '/data'", /No permission to use \/data/],
  ['initdb: error: could not look up effective user ID 4711: user does not exist', /no name on this system/],
  ['something else', /PostgreSQL did not start: something else/],
])('explains "%s"', (said, advice) => {
  expect(explain(new Error(said), '/data').message).toMatch(advice);
});

it('leaves a UserError as it is', () => {
  const problem = new UserError('do this');
  expect(explain(problem, '/data')).toBe(problem);
});
