import type { Endpoint, InputOf, OutputOf } from '@haat/contract/endpoint';
import { type DataTag, type Query, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { call, pathOf } from './api.ts';

/** The key of a query: the path of its call in the contract, and the address that its input makes of it. */
export type CallKey = readonly [path: string, address: string, ...more: unknown[]];

/** `owner`: whose answer it is, where the address does not say so; a screen must not show that of the user before for a moment. */
export type OwnOptions = { owner?: unknown };

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
  ...[given, { owner, ...options } = {}]: Rest<Entry, ReadOptions<Entry, Data>>
): CallQuery<Entry, Data> {
  const input = given ?? ({} as InputOf<Entry>);
  const queryKey = keyOf(endpoint, input, owner === undefined ? [] : [owner]);
  return {
    ...options,
    queryKey: queryKey as CallQuery<Entry, Data>['queryKey'],
    queryFn: ({ signal }) => request(endpoint, { ...(input as object), signal }),
    meta: metaOf(endpoint),
  };
}

export const keyOf = <Entry extends Endpoint>(endpoint: Entry, input: InputOf<Entry>, more: unknown[]): CallKey => [
  endpoint.path,
  pathOf(endpoint, input),
  ...more,
];

/** Answers to guarded calls belong to the user who asked. */
export const metaOf = ({ access }: Endpoint) => ({ isPrivate: access !== 'public' });

export const isPrivate = ({ meta }: Query): boolean => meta?.isPrivate === true;

type Request = <Entry extends Endpoint>(endpoint: Entry, input: object) => Promise<OutputOf<Entry>>;
export const request = call as unknown as Request;

/** Makes a call of the contract when it is shown, and keeps its answer. */
export const useCall = <const Entry extends Endpoint, Data = OutputOf<Entry>>(
  endpoint: Entry,
  ...rest: Rest<Entry, ReadOptions<Entry, Data>>
): UseQueryResult<Data> => useQuery(callQuery<Entry, Data>(endpoint, ...rest));
