/** Stands in for an actor that client or server must supply through `machine.provide`. */
export function unprovided(name: string) {
  return (): Promise<never> => Promise.reject(new Error(`Actor "${name}" was not provided`));
}
