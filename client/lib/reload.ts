import type { ApiPath } from '@haat/contract/endpoint';
import type { Query, QueryClient } from '@tanstack/react-query';

type Params = Record<string, string | number | undefined>;

/** Whether a query reads from a path of the contract, or from one below it. A parameter that is not given matches any. */
export function readsFrom(path: ApiPath, params: Params = {}): { predicate: (query: Query) => boolean } {
  const address = path.replace(/:(\w+)/g, (_, name: string) =>
    params[name] === undefined ? '[^/?]+' : encodeURIComponent(params[name]),
  );
  const pattern = new RegExp(`^${address}(?=[/?]|$)`);
  const predicate = ({ queryKey: [from, at] }: Query) =>
    typeof at === 'string' && (from === path || String(from).startsWith(`${path}/`)) && pattern.test(at);
  return { predicate };
}

/** Loads anew what reads from these paths: now if it is shown, else when it is shown next. */
export const reload = async (queries: QueryClient, paths: readonly ApiPath[], params?: Params): Promise<void> => {
  const matches = paths.map((path) => readsFrom(path, params).predicate);
  await queries.invalidateQueries({ predicate: (query) => matches.some((isMatch) => isMatch(query)) });
};
