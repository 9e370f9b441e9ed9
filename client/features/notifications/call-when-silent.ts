/** Calls back once when nothing was heard for so many ms. */
export function callWhenSilent(onSilent: () => void, ms: number): { hear: () => void; stop: () => void } {
  let timer = setTimeout(onSilent, ms);
  return {
    hear: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilent, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
