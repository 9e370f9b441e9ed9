const ERROR = 50;

/** What a line of the log says that is an error of ours; undefined for all others. */
export function alarmIn(line: string): string | undefined {
  if (!line.includes('"level":5') && !line.includes('"level":6')) return undefined;
  const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { message?: string } };
  return level >= ERROR ? [msg, err?.message].filter(Boolean).join(': ') : undefined;
}
