import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import { isPermission, type Permission } from './accounts/shop-roles.ts';

/**
 * Who may make a call: everyone, everyone with their session if they have one (`anyone`), a logged-in user, a member of a shop
 * whose role has that permission, the operator of the platform, the owner of a stream ticket (in the query), or the owner of a
 * session or of its refresh token (in the body).
 */
export type Access = 'public' | 'anyone' | 'user' | 'operator' | 'stream-ticket' | 'refresh-token' | Permission;

/** A multipart form: its text fields and its files of up to 5 MB each; `most` is the maximum number of files, 1 by default. */
export type Form = {
  fields: z.ZodObject;
  /** `kind`: the accepted files; pictures are JPEG, PNG or WebP. */
  file: { field: string; kind: 'picture' | 'csv'; isRequired?: true; most?: number };
  /** An empty field counts as absent. */
  ignoresEmptyFields?: true;
};

/** A path of the API, with the names of its parameters. */
export type ApiPath = `/api/${string}`;

/**
 * One call of the API. The server's route, its documentation and the client's call are all derived from it. The answer is
 * `output` as JSON, or a `file` of that media type, or a `stream` of server-sent events, or empty.
 */
export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: ApiPath;
  access: Access;
  summary: string;
  /** For the API documentation, in addition to the summary. */
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  form?: Form;
  /** The body is signed: the handler gets its bytes. */
  isSigned?: true;
  /** Takes an `Idempotency-Key` header; a repeated call with the same key gets the first answer. */
  isIdempotent?: true;
  /** Changes nothing although its method is not GET: members of a suspended shop may make it. */
  isReadOnly?: true;
  /**
   * The paths whose answers the call changes, each with all paths below it; a client reads them anew. Parameters of the same name
   * have the same value.
   */
  changes?: readonly ApiPath[];
  /** Serves existing orders: members of a suspended shop may make it, so that no customer waits in vain for an order. */
  servesOrders?: true;
  /**
   * On a shared device, calls of access `user` are refused, because they are about an account that several people use; the other
   * calls are refused until a member has entered a PIN. `acting`: a call of a user that members need for their shop. `locked`: it
   * also works without a PIN.
   */
  onSharedDevice?: 'acting' | 'locked';
  /** The response must not be stored by browsers and proxies. Responses of guarded calls never are. */
  isSecret?: true;
  /** For calls that create something; the others answer 200, or 204 without content. */
  status?: 201;
  output?: z.ZodType;
  file?: string;
  isStream?: true;
  /** Error codes in addition to those derived from the rest of the entry (see `errorsOf`). */
  errors?: readonly ErrorCode[];
};

/** Declares a call, keeping its exact types. */
export const endpoint = <const Entry extends Endpoint>(entry: Entry): Entry => entry;

/** Whether the call looks at the access token. */
export const readsSession = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access !== 'public' && access !== 'stream-ticket';

/** Whether the call needs an access token. */
export const isGuarded = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  readsSession({ access }) && access !== 'anyone';

/** Whether the call is refused while the caller's shop is suspended. */
export const changesShop = ({ access, method, isReadOnly, servesOrders }: Endpoint): boolean =>
  isPermission(access) && method !== 'get' && !isReadOnly && !servesOrders;

/** Whether the call is about the account itself: it is refused on a shared device, even to the owner of the account. */
export const isOfAccount = ({ access, onSharedDevice }: Endpoint): boolean =>
  access === 'user' && onSharedDevice === undefined;

/** Whether the call is refused on a shared device until a member has entered their PIN. No member acts as the operator there. */
export const needsPerson = (entry: Endpoint): boolean =>
  (isPermission(entry.access) || entry.access === 'user' || entry.access === 'anyone') &&
  !isOfAccount(entry) &&
  entry.onSharedDevice !== 'locked';

/**
 * Whether the call may name the user who makes it, in the header `Acting-As`: it is refused if another member acts on the device
 * by then.
 */
export const namesPerson = ({ access, method, isReadOnly, onSharedDevice }: Endpoint): boolean =>
  isGuarded({ access }) && access !== 'refresh-token' && method !== 'get' && !isReadOnly && onSharedDevice !== 'locked';

export const statusOf = ({ status, output, file, isStream }: Endpoint): number =>
  status ?? (output || file || isStream ? 200 : 204);

/** Every error code that the call may return. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  const { method, access, params, query, form, isSigned, isIdempotent, errors = [] } = entry;
  // Calls without a declared body also read one, if it is sent.
  const readsBody = method !== 'get';
  const codes: (ErrorCode | false)[] = [
    (readsBody || Boolean(params || query || isIdempotent)) && 'invalid_input',
    access !== 'public' && 'unauthenticated',
    (isPermission(access) || access === 'operator' || access === 'stream-ticket') && 'forbidden',
    Boolean(params) && 'not_found',
    changesShop(entry) && 'shop_suspended',
    (needsPerson(entry) || namesPerson(entry)) && 'pin_required',
    isOfAccount(entry) && 'shared_device',
    readsBody && 'payload_too_large',
    readsBody && !isSigned && 'unsupported_media_type',
    form?.file.kind === 'picture' && 'image_unreadable',
    ...errors,
    'internal',
    'unavailable',
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

/** The response type of a call. */
export type OutputOf<Entry> = Entry extends { output: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** The request type of a call. Numbers are accepted for digits in paths and queries. */
export type InputOf<Entry> = Part<Entry, 'params', 'text'> &
  Part<Entry, 'query', 'text'> &
  Part<Entry, 'body', 'json'> &
  (Entry extends { form: Form } ? { form: FormContent } : unknown) &
  (Entry extends { isIdempotent: true } ? { key?: string | undefined } : unknown);

/** A `FormData`, whose type is not known without a browser's or Node's types. */
type FormContent = { append(name: string, value: string): void };

type Part<Entry, Name extends string, As extends 'text' | 'json'> =
  Entry extends Record<Name, infer Schema extends z.ZodType>
    ? Given<Name, As extends 'text' ? Texts<z.input<Schema>> : z.input<Schema>>
    : unknown;

type Given<Name extends string, Value> = undefined extends Value
  ? Partial<Record<Name, Value>>
  : Record<never, never> extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

type Texts<Fields> = { [Name in keyof Fields]: string extends Fields[Name] ? Fields[Name] | number : Fields[Name] };
