let loading: Promise<void> | undefined;

/** Code of the back office with its styles, which are not part of a customer's page. Rejects when they cannot be loaded. */
export async function withBackOfficeStyles<Module>(code: Promise<Module>): Promise<Module> {
  loading ??= loadStyles().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const [module] = await Promise.all([code, loading]);
  return module;
}

async function loadStyles(): Promise<void> {
  // In development each module brings its own.
  const named = document.querySelector<HTMLLinkElement>('link[data-back-office]');
  if (!named) return;
  await new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = named.href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The styles of the back office could not be loaded'));
    });
    document.head.append(link);
  });
}
