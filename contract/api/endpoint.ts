import type * as z from 'zod';

/**
 * One call of the product. `auth`: nobody, any signed-in user, a member of a shop, an admin of a shop, the platform's
 * operator, or a token in the query.
 */
export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  auth: 'none' | 'user' | 'vendor' | 'admin' | 'operator' | 'query';
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The texts of a form (multipart), for calls that take one instead of a body; `picture` names its file. */
  form?: z.ZodObject;
  picture?: string;
  /** Done once for each `Idempotency-Key`, a header. */
  isOnce?: boolean;
  /** Changes nothing, whatever its method says. */
  isRead?: boolean;
  /** Its body is signed: it is read as it was sent, whatever its type. */
  isSigned?: boolean;
  /** A file of the form that is no picture. */
  upload?: { name: string; description: string };
  status: number;
  answer?: z.ZodType;
  /** The media type of an answer that is a file. */
  file?: string;
};

/** Whether the call needs a bearer token. */
export const isGuarded = ({ auth }: Pick<Endpoint, 'auth'>): boolean => auth !== 'none' && auth !== 'query';
