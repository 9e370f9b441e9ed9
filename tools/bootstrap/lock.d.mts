export function withLock<T>(root: string, lock: { name: string; waiting: string }, work: () => Promise<T>): Promise<T>;
export function isAlive(pid: number): boolean;
