import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../bootstrap/install.mjs';
import type { Manifest } from '../../deploy/kubernetes/manifests.ts';

const root = join(import.meta.dirname, '../..');
const packages = import.meta.dirname;

/** Installs the schemas unless they are. Returns why they cannot be installed, or undefined. */
export async function installSchemas(): Promise<string | undefined> {
  try {
    await ensureInstalled(root, packages, 'the schemas of Kubernetes');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const PACKAGES: Record<string, string> = {
  'keda.sh/v1alpha1': '@kubernetes-models/keda',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator',
};

type Model = { prototype: { validate(this: object): void } };

/** The errors of a manifest by the schema of its kind, and the fields that the schema does not have. */
export async function schemaErrors(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const from = PACKAGES[apiVersion] ?? 'kubernetes-models';
  const file = join(packages, 'node_modules', from, apiVersion, `${kind}.js`);
  const { [kind]: model } = (await import(pathToFileURL(file).href)) as Record<string, Model>;
  if (!model) return [`${apiVersion} has no ${kind}`];
  const read = new Set<string>();
  const errors: string[] = [];
  try {
    model.prototype.validate.call(recorded(manifest, { at: '', read }));
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error));
  }
  const unknown = pathsOf(manifest).filter((path) => !read.has(path));
  return [...errors, ...unknown.map((path) => `${path} is not in the schema`)];
}

// The schemas allow further fields, which Kubernetes ignores or refuses. Validation reads only the fields that a schema has.
function recorded<Value extends object>(value: Value, { at, read }: { at: string; read: Set<string> }): Value {
  return new Proxy(value, {
    get(target, key) {
      const field: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return field;
      const path = `${at}/${key}`;
      read.add(path);
      return typeof field === 'object' && field !== null ? recorded(field, { at: path, read }) : field;
    },
  });
}

function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => [`${at}/${key}`, ...pathsOf(field, `${at}/${key}`)]);
}
