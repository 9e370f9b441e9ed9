/** For what the spec wants logged only: it is nothing that a person at the screen could do something about. */
export function logProblem(text: string, cause: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(text, cause);
}
