import { showToast } from './toasts.ts';

/** Opens the device's own sheet, or copies the text where there is none and says so. */
export async function shareText(text: string): Promise<void> {
  if ('share' in navigator) {
    // Closing the sheet again is no mistake.
    await navigator.share({ text }).catch(() => {});
    return;
  }
  await copyText(text);
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'success', key: 'share.copied' });
  } catch {
    showToast({ tone: 'error', key: 'share.failed' });
  }
}
