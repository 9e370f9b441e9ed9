import { useMutation } from '@tanstack/react-query';
import type { TextId } from '../i18n/use-text.ts';
import { downloadFile } from '../lib/download-file.ts';
import { useRefusalText } from './use-error-text.ts';

/** Downloads a file by its path, one at a time; `failed`: how a failure reads where the server does not say it. */
export function useDownload(failed: TextId) {
  const { mutate, isPending, error } = useMutation({ mutationFn: downloadFile });
  return { download: mutate, isDownloading: isPending, problem: useRefusalText(failed)(error) };
}
