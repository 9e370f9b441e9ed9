let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one task after the other, over all scanners of the page: a camera that is opened while another one still closes
 * shows two pictures or none, and React's strict mode does just that.
 */
export function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task);
  last = result.catch(() => {});
  return result;
}
