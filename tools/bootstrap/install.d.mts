export function npmCommand(): [string, ...string[]];
/** Makes node_modules of `dir` agree with its package-lock.json; `what` names it for people. Throws an Error that says what to do. */
export function ensureInstalled(root: string, dir: string, what: string): Promise<void>;
