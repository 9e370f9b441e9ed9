import type { ReactNode } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { isMissing } from '../lib/api-error.ts';
import { LoadFailure } from './EmptyState.tsx';
import { Notice } from './Notice.tsx';

type Read<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown };

type Props<Data> = {
  /** A query. */
  read: Read<Data>;
  failed: TextId;
  /** How it reads that there is no such thing. */
  missing?: TextId;
  /** Shown until the data is there, as high as the data will be. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The data of a query once it is there; until then a placeholder, or why it is missing. */
export function Loaded<Data>({ read: { data, error, refetch }, failed, missing, waiting, children }: Props<Data>) {
  const t = useText();
  if (data !== undefined) return children(data);
  if (missing && isMissing(error)) return <Notice tone="error">{t(missing)}</Notice>;
  return error ? <LoadFailure text={t(failed)} onRetry={() => void refetch()} /> : waiting;
}
