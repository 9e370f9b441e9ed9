import type { ApiPath, Endpoint, InputOf, OutputOf } from '@haat/contract/endpoint';
import {
  type DataTag,
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call, pathOf } from './api.ts';

/** The key of a query: the path of its call in the contract, and the address that its input makes of it. */
export type CallKey = readonly [path: string, address: string, ...more: unknown[]];

/** `owner`: whose answer it is, where the address does not say so; a screen must not show that of the user before for a moment. */
type OwnOptions = { owner?: unknown };

type ReadOptions<Entry, Data> = OwnOptions &
  Omit<UseQueryOptions<OutputOf<Entry>, Error, Data, CallKey>, 'queryKey' | 'queryFn' | 'meta'>;

type CallQuery<Entry, Data> = Omit<UseQueryOptions<OutputOf<Entry>, Error, Data, CallKey>, 'queryKey'> & {
  queryKey: DataTag<CallKey, OutputOf<Entry>, Error>;
};

/** Optional where the call needs no input. */
type Rest<Entry, Options> =
  Record<never, never> extends InputOf<Entry>
    ? [input?: InputOf<Entry>, options?: Options]
    : [input: InputOf<Entry>, options?: Options];

/** The query that makes a call of the contract. */
export function callQuery<const Entry extends Endpoint, Data = OutputOf<Entry>>(
  endpoint: Entry,
  ...[input = {} as InputOf<Entry>, { owner, ...options } = {}]: Rest<Entry, ReadOptions<Entry, Data>>
): CallQuery<Entry, Data> {
  const queryKey = keyOf(endpoint, input, owner === undefined ? [] : [owner]);
  return {
    ...options,
    queryKey: queryKey as CallQuery<Entry, Data>['queryKey'],
    queryFn: ({ signal }) => request(endpoint, { ...input, signal }),
    meta: metaOf(endpoint),
  };
}

const keyOf = <Entry extends Endpoint>(endpoint: Entry, input: InputOf<Entry>, more: unknown[]): CallKey => [
  endpoint.path,
  pathOf(endpoint, input),
  ...more,
];

/** Answers to guarded calls belong to the user who asked. */
const metaOf = ({ access }: Endpoint) => ({ isPrivate: access !== 'public' });

export const isPrivate = ({ meta }: Query): boolean => meta?.isPrivate === true;

type Request = <Entry extends Endpoint>(endpoint: Entry, input: object) => Promise<OutputOf<Entry>>;
const request = call as unknown as Request;

/** Makes a call of the contract when it is shown, and keeps its answer. */
export const useCall = <const Entry extends Endpoint, Data = OutputOf<Entry>>(
  endpoint: Entry,
  ...rest: Rest<Entry, ReadOptions<Entry, Data>>
): UseQueryResult<Data> => useQuery(callQuery<Entry, Data>(endpoint, ...rest));

type Cursor = Record<string, string | number | undefined>;
type PagesOptions<Page> = OwnOptions & {
  /** The query parameters of the page after this one; undefined if it was the last. */
  next: (page: Page) => Cursor | undefined;
};

/** The query that makes a call page by page. `pagedRows` says how a list continues after its last row. */
export function callPages<const Entry extends Endpoint>(
  endpoint: Entry,
  input: InputOf<Entry>,
  { next, owner }: PagesOptions<OutputOf<Entry>>,
) {
  return infiniteQueryOptions<OutputOf<Entry>, Error, InfiniteData<OutputOf<Entry>>, CallKey, Cursor | undefined>({
    queryKey: keyOf(endpoint, input, owner === undefined ? ['pages'] : ['pages', owner]),
    queryFn: ({ pageParam, signal }) => {
      const { query } = input as { query?: object };
      return request(endpoint, { ...input, query: { ...query, ...pageParam }, signal });
    },
    initialPageParam: undefined,
    getNextPageParam: next,
    meta: metaOf(endpoint),
  });
}

/** A list of rows continues after the id of its last one, unless the page has fewer rows than were asked for. */
export const afterLast =
  <Row extends { id: number }>(limit: number) =>
  (page: readonly Row[]): Cursor | undefined =>
    page.length < limit ? undefined : { after: page.at(-1)?.id };

/** All rows of the loaded pages. */
export const rowsOf = <Row>({ pages }: InfiniteData<readonly Row[]>): Row[] => pages.flat();

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
  await Promise.all(paths.map((path) => queries.invalidateQueries(readsFrom(path, params))));
};
