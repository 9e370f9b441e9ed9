import fc, { type Arbitrary } from 'fast-check';
import type { Access, Endpoint } from '@haat/contract/endpoint';
import { isPermission, permits, SHOP_ROLES } from '@haat/contract/accounts/shop-roles';
import { change, type Change, changed, hostileText, hostileValue, validValue } from './values.ts';

export const CALLERS = ['guest', 'customer', 'helper', 'rider', 'vendor', 'admin', 'operator'] as const;
export type CallerName = (typeof CALLERS)[number];

/** A valid request for a call: a path with ids that exist, and a body. */
export type Example = { path: string; body?: unknown };

export type FuzzFile = { field: string; name: string; type: string; bytes: Buffer };

export type FuzzBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; type: string; text: string }
  | { kind: 'form'; fields: [string, string][]; file?: FuzzFile | undefined }
  /** Signed as the provider of the webhook signs. */
  | { kind: 'signed'; value: unknown };

export type FuzzRequest = {
  as: CallerName;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body?: FuzzBody | undefined;
};

/** Requests for a call: most are valid or wrong in one place, so that they get past the first check. */
export function requestFor(endpoint: Endpoint, examples: readonly Example[]): Arbitrary<FuzzRequest> {
  return fc.record({
    as: callerFor(endpoint.access),
    method: fc.oneof(
      { weight: 40, arbitrary: fc.constant(endpoint.method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE') },
    ),
    path: pathFor(endpoint, examples),
    query: queryFor(endpoint, examples),
    headers: headersFor(endpoint),
    body: bodyFor(endpoint, examples),
  });
}

/** Requests to everything that is no call of the contract: pages, files, pictures, and paths that nothing serves. */
export function requestElsewhere(): Arbitrary<FuzzRequest> {
  const segment = fc.oneof(
    fc.constantFrom('api', 'live', 'ready', 'uploads', 'images', 'shops', 'static', 'dev', 'docs', 'openapi.json'),
    fc.constantFrom('index.html', 'sw.js', 'a-320.webp', '240', 's', 'queues', 'socket.io', 'metrics', '.env', 'mail'),
    pathText,
  );
  return fc.record({
    as: fc.constantFrom(...CALLERS),
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'),
    path: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
    query: fc.array(queryPair, { maxLength: 2 }).map((pairs) => pairs.join('&')),
    headers: oddHeaders,
    body: fc.option(fc.constantFrom(...BROKEN_BODIES), { nil: undefined, freq: 5 }),
  });
}

/** Who may make a call with that access. */
function entitledTo(access: Access): readonly CallerName[] {
  if (isPermission(access)) return [...SHOP_ROLES.filter((role) => permits(role, access)), 'operator'];
  if (access === 'operator') return ['operator'];
  return access === 'user' ? CALLERS.filter((caller) => caller !== 'guest') : CALLERS;
}

const callerFor = (access: Access): Arbitrary<CallerName> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...entitledTo(access)) },
    { weight: 1, arbitrary: fc.constantFrom(...CALLERS) },
  );

const RAW = ['%00', '%ff', '%ed%a0%80', '%e0%a4%a', '..%2f..%2fetc', '%2e%2e', ';a=b', '%20', '+', '*', '%3f', '%23'];

// No more than a browser could send: the HTTP parser itself would reject the rest.
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 4_000).replace(/%\w?$/, '');

const pathText: Arbitrary<string> = fc.oneof(hostileText.map(encoded), fc.constantFrom(...RAW));

function pathFor({ path, params }: Endpoint, examples: readonly Example[]): Arbitrary<string> {
  const known = examples.map((example) => example.path.split('?')[0] ?? path);
  if (!params) return fc.constantFrom(path, ...known);
  const bySchema = validValue(params).map((values) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(String((values as Record<string, unknown>)[name]))),
  );
  const hostile = fc
    .array(pathText, { minLength: 2, maxLength: 2 })
    .map((texts) => path.replaceAll(/:\w+/g, () => texts.pop() ?? '1'));
  return fc.oneof(
    { weight: 8, arbitrary: known.length > 0 ? fc.constantFrom(...known) : bySchema },
    { weight: 1, arbitrary: bySchema },
    { weight: 2, arbitrary: hostile },
  );
}

const queryPair: Arbitrary<string> = fc
  .tuple(fc.constantFrom('limit', 'after', 'search', '__proto__', 'a[]', 'a[b]', 'toString', '', 'token'), pathText)
  .map(([name, value]) => `${name}=${value}`);

function queryFor({ query }: Endpoint, examples: readonly Example[]): Arbitrary<string> {
  const known = examples.map(({ path }) => path.split('?')[1] ?? '').filter(Boolean);
  const nothing = { weight: 6, arbitrary: fc.constant('') };
  const odd = { weight: 1, arbitrary: fc.array(queryPair, { maxLength: 3 }).map((pairs) => pairs.join('&')) };
  if (!query) return fc.oneof(nothing, odd);
  const bySchema = validValue(query).map((values) => pairsOf(values as object));
  const mutated = fc
    .tuple(validValue(query), change)
    .map(([values, one]) => pairsOf(Object(changed(values, one)) as object));
  const twice = bySchema.map((text) => `${text}&${text}`);
  return fc.oneof(
    ...(known.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...known) }] : []),
    { weight: 4, arbitrary: bySchema },
    { weight: 3, arbitrary: mutated },
    { weight: 1, arbitrary: twice },
    odd,
  );
}

const pairsOf = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&')
    .slice(0, 6_000);

const ODD_HEADERS: [string, string][] = [
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', 'Basic YTpi'],
  ['authorization', `Bearer ${'x'.repeat(6_000)}`],
  ['accept', '*/*;q=x, text/html;level=1'],
  ['accept-encoding', 'identity;q=0, *;q=0'],
  ['accept-encoding', 'br;q=1.0, gzip;q=nan, \u00ff'],
  ['content-encoding', 'gzip'],
  ['content-type', 'application/json; charset=utf-7'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', 'application/json, text/html'],
  ['cookie', 'a=b; __proto__=1; =; %'],
  ['origin', 'null'],
  ['range', 'bytes=5-1,-0'],
  ['if-none-match', 'W/"", *'],
  ['if-modified-since', 'yesterday'],
  ['x-forwarded-for', "'; DROP TABLE users; --, ::1%eth0"],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'],
  ['idempotency-key', '../../../../'],
  ['idempotency-key', '\u00e9'.repeat(10)],
  ['last-event-id', '-1e999'],
  ['traceparent', '00-zz-zz-zz'],
];

const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_HEADERS).map(([name, value]) => ({ [name]: value })) },
);

function headersFor({ isIdempotent }: Endpoint): Arbitrary<Record<string, string>> {
  if (!isIdempotent) return oddHeaders;
  const keys = fc.constantFrom('a-key-of-fuzz', 'another-key-of-fuzz').map((key) => ({ 'idempotency-key': key }));
  return fc.oneof({ weight: 1, arbitrary: keys }, { weight: 3, arbitrary: oddHeaders });
}

const text = (value: string, type = 'application/json'): FuzzBody => ({ kind: 'text', type, text: value });

const BROKEN_BODIES: FuzzBody[] = [
  text(''),
  text('{'),
  text('{"a":1,}'),
  text('null'),
  text('"text"'),
  text('[1,2'),
  text('{"id":1,"id":2}'),
  text('{"price":1e999,"total":-1e999}'),
  text('{"__proto__":{"role":"admin"}}'),
  text('\ufeff{}'),
  text('{"a":"\\u0000\\ud800"}'),
  text('{"name":"\u0000"}'),
  text('['.repeat(20_000)),
  text(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  text(`{"name":"${'x'.repeat(300_000)}"}`),
  text('a=1&a=2&__proto__[x]=1', 'application/x-www-form-urlencoded'),
  text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'application/xml'),
  text('{}', 'text/plain'),
  text('--x\r\nContent-Disposition: form-data; name="a', 'multipart/form-data; boundary=x'),
  text('--x\r\n\r\n\r\n--x--', 'multipart/form-data; boundary=x'),
];

function bodyFor(endpoint: Endpoint, examples: readonly Example[]): Arbitrary<FuzzBody | undefined> {
  const broken = { weight: 1, arbitrary: fc.constantFrom(...BROKEN_BODIES) };
  if (endpoint.isSigned) return fc.oneof({ weight: 6, arbitrary: signedEvent }, broken);
  if (endpoint.form) return fc.oneof({ weight: 6, arbitrary: formFor(endpoint.form, examples) }, broken);
  const known = examples.flatMap(({ body }) => (body === undefined ? [] : [body]));
  if (!endpoint.body) return fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, broken);
  const bySchema = validValue(endpoint.body);
  const valid = known.length > 0 ? fc.oneof(fc.constantFrom(...known), bySchema) : bySchema;
  const json = (value: unknown): FuzzBody => ({ kind: 'json', value });
  return fc.oneof(
    { weight: 4, arbitrary: valid.map(json) },
    { weight: 5, arbitrary: fc.tuple(valid, change).map(([value, one]) => json(changed(value, one))) },
    { weight: 1, arbitrary: hostileValue.map(json) },
    broken,
  );
}

const CSV = 'name,price,stock,unit,category,barcode\nRice,45,10,kg,Staples,\n';
const FILES: Omit<FuzzFile, 'field'>[] = [
  { name: 'products.csv', type: 'text/csv', bytes: Buffer.from(CSV) },
  { name: 'products.csv', type: 'text/csv', bytes: Buffer.from(`${CSV}"unclosed\n=1+1,-5,x,,,,,,\n`) },
  { name: 'wide.csv', type: 'text/csv', bytes: Buffer.from('\u0000name;price\r\n"a""b";1e9\r\n') },
  { name: '../../a.png', type: 'image/png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { name: '', type: 'x', bytes: Buffer.alloc(0) },
  { name: `${'n'.repeat(300)}\u202e.csv`, type: 'text/csv', bytes: Buffer.from([0xff, 0xfe, 0x00, 0xd8]) },
];

function formFor(form: NonNullable<Endpoint['form']>, examples: readonly Example[]): Arbitrary<FuzzBody> {
  const known = examples.flatMap(({ body }) => (Array.isArray(body) ? [body as [string, string][]] : []));
  const bySchema = validValue(form.fields).map(fieldsOf);
  const valid = known.length > 0 ? fc.oneof(fc.constantFrom(...known), bySchema) : bySchema;
  const mutated = fc
    .tuple(valid, change)
    .map(([fields, one]: [[string, string][], Change]) =>
      fieldsOf(Object(changed(Object.fromEntries(fields), one)) as object),
    );
  const file = fc
    .constantFrom(...FILES)
    .chain((each) => fc.constantFrom(form.file.field, form.file.field, 'other').map((field) => ({ ...each, field })));
  return fc.record({
    kind: fc.constant('form' as const),
    fields: fc.oneof(valid, mutated),
    file: fc.option(file, { nil: undefined, freq: form.file.isRequired ? 9 : 2 }),
  });
}

const fieldsOf = (values: unknown): [string, string][] =>
  Object.entries(values as object)
    .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    .slice(0, 40);

const eventId = fc.nat(1_000_000).map((nth) => `evt_fuzz_${nth}`);
const subject = fc.oneof(fc.constantFrom('order_fuzz', 'pay_fuzz', 'cs_test_fuzz', 'pi_fuzz'), hostileValue);

/** Events as Razorpay and Stripe write them, with anything in the places that are read. */
const signedEvent: Arbitrary<FuzzBody> = fc
  .record({
    id: fc.oneof({ weight: 5, arbitrary: eventId }, { weight: 1, arbitrary: hostileValue }),
    kind: fc.constantFrom('payment.captured', 'order.paid', 'refund.processed', 'checkout.session.completed', 'x'),
    one: subject,
    other: subject,
    change: fc.option(change, { nil: undefined, freq: 3 }),
  })
  .map(({ id, kind, one, other, change: given }) => {
    const event = {
      id,
      type: kind,
      event: kind,
      created: 1_700_000_000,
      data: { object: { id: one, object: 'checkout.session', payment_intent: other } },
      payload: { payment: { entity: { id: other, order_id: one } }, refund: { entity: { payment_id: other } } },
    };
    return { kind: 'signed', value: given ? changed(event, given) : event };
  });
