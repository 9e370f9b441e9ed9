/** Placeholder for an actor that client or server must supply through `machine.provide`. */
export function unprovided(name: string) {
  return (): Promise<never> => Promise.reject(new Error(`Actor "${name}" was not provided`));
}

/** The same for an actor that reports by events. */
export function unprovidedCallback(name: string) {
  return (): never => {
    throw new Error(`Actor "${name}" was not provided`);
  };
}
