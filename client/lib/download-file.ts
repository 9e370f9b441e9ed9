import { fetchFile } from './files.ts';

/** Downloads a file of the shop under the name that the server gives it. Rejects like `fetchFile`. */
export async function downloadFile(path: string): Promise<void> {
  const response = await fetchFile(path);
  const [, name = 'products.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(await response.blob(), name);
}

/** Saves a file like any other download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has opened it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
