import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type BucketKeys = { region: string; accessKeyId: string; secretAccessKey: string };

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;
const LONGEST_ON_THE_WAY_MS = 15 * 60_000;

/**
 * What is wrong with the signature of a request, by the name that S3 has for it; undefined when nothing is. Written from the
 * description of AWS Signature Version 4, with nothing in common with the client that signs.
 */
export function wrongWithSignature(request: IncomingMessage, body: Buffer, keys: BucketKeys): string | undefined {
  const [, keyId, day = '', region, names = '', signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const date = String(request.headers['x-amz-date']);
  if (!keyId) return 'AccessDenied';
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region) return 'AuthorizationHeaderMalformed';
  if (!names.split(';').includes('host') || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (Math.abs(Date.now() - timeOf(date)) > LONGEST_ON_THE_WAY_MS) return 'RequestTimeTooSkewed';
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(request, names.split(';')))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${keys.secretAccessKey}`);
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

/** The request as one text: its method, its path, its query in order, the signed headers, and the hash of its body. */
function canonical({ method = '', url = '', headers }: IncomingMessage, names: string[]): string {
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const signed = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  return [method, pathname, query, signed, names.join(';'), headers['x-amz-content-sha256']].join('\n');
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`);

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
