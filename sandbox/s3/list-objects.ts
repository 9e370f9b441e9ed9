import type { Bucket } from './start-bucket.ts';

/** One list of a bucket's objects in the order of their keys, as XML; what follows is asked for by the token at its end. */
export function listOf({ name, objects, mostListed }: Bucket, asked: URLSearchParams): string {
  const after = Buffer.from(asked.get('continuation-token') ?? '', 'base64url').toString();
  const most = Math.min(Number(asked.get('max-keys') ?? mostListed), mostListed);
  const rest = [...objects.keys()].filter((key) => key > after).toSorted();
  const listed = rest.slice(0, most);
  const next = rest.length > most ? Buffer.from(listed.at(-1) ?? '').toString('base64url') : undefined;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
<Name>${name}</Name><KeyCount>${listed.length}</KeyCount><MaxKeys>${most}</MaxKeys>
<IsTruncated>${next !== undefined}</IsTruncated>${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}
${listed.map((key) => contentsOf(key, objects.get(key)!)).join('\n')}
</ListBucketResult>`;
}

const contentsOf = (key: string, { at, bytes }: { at: Date; bytes: Buffer }): string =>
  `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
