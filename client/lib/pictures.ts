const LONGEST_SIDE = 1600;
const SMALL_ENOUGH = 1024 * 1024;

/**
 * A photo small enough to be sent over a slow connection: above 1 MB it is redrawn with a longer side of 1600 px. A file that
 * this browser cannot read is returned unchanged; the server reports the problem.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= SMALL_ENOUGH) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const smaller = await drawn(bitmap);
    bitmap.close();
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}

function drawn(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // WebP keeps transparency; a browser that cannot encode it returns a PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
}

const urls = new WeakMap<Blob, string>();

/** An object URL of a file of the device, or one that was requested; the same one for each call, until the page is closed. */
export function fileUrl(file: Blob): string {
  const url = urls.get(file) ?? URL.createObjectURL(file);
  urls.set(file, url);
  return url;
}
