import { readFileSync } from 'node:fs';

/**
 * A setting as it was given: what the file named by `NAME_FILE` holds, as secrets are mounted, else the variable; undefined
 * for an empty one. Every program reads them by this, so that all mean the same database. Throws what reading throws.
 */
export function setting(name: string, variables: NodeJS.ProcessEnv): string | undefined {
  const file = variables[`${name}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : variables[name];
  return value === '' ? undefined : value;
}
