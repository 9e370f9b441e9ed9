/** What is called may act at once, or with others that come meanwhile; stopped, it acts no more. */
type Spaced = { call: () => void; stop: () => void };

/** Acts when it is called, and then at most once in so long: what was called for meanwhile is done once, at its end. */
export function atMostEvery(pauseMs: number, act: () => void): Spaced {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isCalledFor = false;
  const run = () => {
    isCalledFor = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isCalledFor) run();
    }, pauseMs);
    act();
  };
  const call = () => {
    isCalledFor = true;
    if (pause === undefined) run();
  };
  return { call, stop: () => clearTimeout(pause) };
}
