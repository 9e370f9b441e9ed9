import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

const CLIENT = join(import.meta.dirname, '..', '..');
/** In base 36, numbers from here on begin with a letter, as a class must. */
const FIRST = 10 * 36;

/**
 * Names the classes of style modules by two numbers: that of the file, and that of the class in it. Names with a hash were a
 * sixth of the styles after compression. Every build of the same files gives the same names.
 */
export function shortClassNames(): (name: string, path: string) => string {
  const namesIn = new Map<string, string[]>();
  return (name, path) => {
    const file = relative(CLIENT, path.replace(/\?.*$/, ''));
    const names = namesIn.get(file) ?? [];
    namesIn.set(file, names);
    if (!names.includes(name)) names.push(name);
    return `${classPrefix(file)}${names.indexOf(name).toString(36)}`;
  };
}

const FILES = globSync('{account,app,office,platform,shared,storefront,ui}/**/*.module.css', {
  cwd: CLIENT,
}).toSorted();

/** How the class names of a style module begin. `file`: its path in the client. */
export function classPrefix(file: string): string {
  const at = FILES.indexOf(file);
  if (at < 0) throw new Error(`${file} is not among the style modules`);
  return `${(FIRST + at).toString(36)}_`;
}
