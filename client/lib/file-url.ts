const urls = new WeakMap<File, string>();

/** An address under which this page can show a file of the device; the same one each time, as long as the page lives. */
export function fileUrl(file: File): string {
  const url = urls.get(file) ?? URL.createObjectURL(file);
  urls.set(file, url);
  return url;
}
