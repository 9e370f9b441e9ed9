import { showToast } from '../../lib/toasts.ts';

/** Whether this device has a sheet to share with. */
export function mayShare(): boolean {
  return 'share' in navigator;
}

/** Opens the device's own sheet; closing it again is no mistake. */
export async function shareLink(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {});
}

/** Copies the link and says so; a page that is not secure may not copy. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: 'success', key: 'qrCodes.copied' });
  } catch {
    showToast({ tone: 'error', key: 'qrCodes.copyFailed' });
  }
}
