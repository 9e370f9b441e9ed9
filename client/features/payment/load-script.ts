const loading = new Map<string, Promise<void>>();

/** Runs a script, once however often it is asked for; one that could not be loaded is asked for again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(url);
      script.remove();
      reject(new Error(`The script ${url} could not be loaded`));
    });
  });
  loading.set(url, loaded);
  script.src = url;
  document.head.append(script);
  return loaded;
}
