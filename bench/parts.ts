const named = process.argv.slice(2);

/** Whether this part was named, or none was. */
export function isWanted(part: string): boolean {
  return named.length === 0 || named.includes(part);
}

/** Whether this part was named. */
export function isNamed(part: string): boolean {
  return named.includes(part);
}
