/** The value of a metric in Prometheus' text, by its name with labels as in the text; undefined if missing. */
export function metricValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** The names of all series in Prometheus' text, without their labels. */
export function metricNames(text: string): Set<string> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Set(lines.map((line) => line.replace(/[{ ].*$/, '')));
}
