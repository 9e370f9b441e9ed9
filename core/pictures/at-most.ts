type Work<Result> = () => Promise<Result>;

/** A way to run work of which at most so many pieces run at the same time; the others wait for their turn. */
export function atMost(most: number): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // Whoever ends hands its place on, so that nobody who comes meanwhile gets in between.
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
