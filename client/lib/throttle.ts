/** `call` acts immediately or at the end of the pause. After `stop`, nothing happens. */
type Throttled = { call: () => void; stop: () => void };

/** Acts on the first call, then at most once per pause: all calls during a pause make one at its end. */
export function throttle(pauseMs: number, act: () => void): Throttled {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const run = () => {
    isPending = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isPending) run();
    }, pauseMs);
    act();
  };
  const call = () => {
    isPending = true;
    if (pause === undefined) run();
  };
  return { call, stop: () => clearTimeout(pause) };
}
