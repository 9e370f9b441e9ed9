let name = 'tool';

/** Names the program that this process is, for its log lines and database connections. */
export function runAs(program: 'api' | 'worker'): void {
  name = program;
}

/** `api`, `worker`, or `tool`. */
export const programName = (): string => name;
