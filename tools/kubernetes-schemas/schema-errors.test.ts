import { expect, it } from 'vitest';
import { hasKubectl, type Manifest, rendered, written } from '../../deploy/kubernetes/manifests.ts';
import { installSchemas, schemaErrors } from './schema-errors.ts';

const reason = await installSchemas();
if (reason) console.warn(`The manifests are not checked against their schemas: ${reason}`);
if (!hasKubectl) console.warn('The overlays are not rendered: kubectl is not installed');

const allErrors = async (manifests: Manifest[]): Promise<string[]> => {
  const errors = await Promise.all(
    manifests.map(async (manifest) =>
      (await schemaErrors(manifest)).map((error) => `${manifest.kind} ${manifest.metadata.name}: ${error}`),
    ),
  );
  return errors.flat();
};

it.skipIf(reason)('the manifests are valid, and have no field that their kind does not have', async () => {
  const manifests = written('base', 'components', 'overlays/city/ingress.yaml');
  expect(manifests.length).toBeGreaterThan(15);
  expect(await allErrors(manifests)).toEqual([]);
});

it.skipIf(reason || !hasKubectl).each(['city', 'high-availability'])('the overlay %s is valid', async (overlay) => {
  const manifests = rendered(overlay);
  expect(manifests.length).toBeGreaterThan(14);
  expect(await allErrors(manifests)).toEqual([]);
});

it.skipIf(reason)('finds wrong types, missing fields and misspelled ones', async () => {
  const [service] = written('base').filter(({ kind }) => kind === 'Service');
  const wrong = { ...service!, spec: { ...service!.spec, ports: [{ port: 'eighty' }], selectors: {} } };
  const errors = await schemaErrors(wrong);
  expect(errors.join()).toContain('integer');
  expect(errors).toContain('/spec/selectors is not in the schema');
  const [scaling] = written('components/keda').filter(({ kind }) => kind === 'ScaledObject');
  expect((await schemaErrors({ ...scaling!, spec: { ...scaling!.spec, triggers: undefined } })).join()).toContain(
    'triggers',
  );
});
