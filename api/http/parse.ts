import { DomainError } from '@haat/core/errors';
import type * as z from 'zod';

type Issue = { path: string; message: string };

/**
 * The value as the schema promises it. Throws DomainError `invalid_input` with the first problem as its text and all of
 * them as `issues`.
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new DomainError('invalid_input', textOf(issues[0]), { issues });
}

// Our own messages read on from the field's name ("email must be …") or are whole sentences; the others stand after it.
function textOf(issue: Issue | undefined): string {
  if (!issue) return 'Invalid input';
  const { path, message } = issue;
  if (path === '' || message.endsWith('.')) return message;
  return /^[a-z]/.test(message) ? `${path} ${message}` : `${path}: ${message}`;
}
