import { readFileSync } from 'node:fs';

/**
 * A setting: the content of the file that `NAME_FILE` names, as secrets are mounted, else the variable; undefined when empty.
 * Throws when the file cannot be read.
 */
export function setting(name: string, variables: NodeJS.ProcessEnv): string | undefined {
  const file = variables[`${name}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : variables[name];
  return value === '' ? undefined : value;
}
