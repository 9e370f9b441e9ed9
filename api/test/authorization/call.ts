import type { World } from './world.ts';

/** Who makes a call, in a session of its own. */
export type Caller = { userId: number; bearer: string | undefined; refreshToken: string };

/** What is sent; without a path, to the one in the call's name. */
export type Input = { path?: string; body?: object };

/**
 * A call of the matrix under its name: method and path, and what tells apart calls of one path. `expected`: the status for
 * each of the identities, given valid input, which is made anew for each caller.
 */
export type Calls = Record<
  string,
  { expected: string; input?: (world: World, caller: Caller) => Input | Promise<Input> }
>;
