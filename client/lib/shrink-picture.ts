const LONGEST_SIDE = 1600;
const SMALL_ENOUGH = 1024 * 1024;

/**
 * A photo small enough to be sent over a slow line: above 1 MB it is drawn anew, its longer side 1600 px. What this browser
 * cannot read is answered as it came; the server says what is wrong with it.
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
  // WebP keeps what is transparent; a browser that cannot write it answers a PNG.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
}
