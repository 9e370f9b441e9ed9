import { showToast } from './toasts.tsx';

/** Opens the device's own sheet, or copies the text where there is none and says so. */
export async function shareOrCopy(data: ShareData, copied: string): Promise<void> {
  if ('share' in navigator) {
    // Closing the sheet rejects as well.
    await navigator.share(data).catch(() => {});
    return;
  }
  await copyText(copied);
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'success', key: 'share.copied' });
  } catch {
    showToast({ tone: 'error', key: 'share.failed' });
  }
}
