export function npmCommand(): [string, ...string[]];
