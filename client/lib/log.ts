/** Logs an error that the user can do nothing about. */
export function logProblem(text: string, cause: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(text, cause);
}
