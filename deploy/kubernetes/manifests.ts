import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const folder = import.meta.dirname;

type Probe = { httpGet: { path: string; port: string } };
type Variable = { name: string; value: string };
export type Container = {
  image: string;
  args: string[];
  env: Variable[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources: { requests: { memory: string }; limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
};
export type Pod = {
  containers: [Container];
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: { runAsNonRoot: boolean; runAsUser: number; fsGroup: number; seccompProfile: object };
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[];
  volumes: object[];
};
type Labels = Record<string, string>;
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels: Labels };
  data?: Record<string, string>;
  // Of the kinds that have them.
  spec: Record<string, unknown> & { template: { metadata: { labels: Labels }; spec: Pod } };
};

/** The manifests of a file or folder below `deploy/kubernetes` as they are written, without kustomize's own files. */
export function written(...paths: string[]): Manifest[] {
  const files = paths.flatMap((path) => globSync(path.endsWith('.yaml') ? path : `${path}/**/*.yaml`, { cwd: folder }));
  return files.toSorted().flatMap((file) => manifestsOf(readFileSync(join(folder, file), 'utf8')));
}

/** Whether this machine has kubectl. */
export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** An overlay as kustomize renders it. Throws with its message when it cannot. */
export function rendered(overlay: string): Manifest[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(folder, 'overlays', overlay)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return manifestsOf(stdout);
}

const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest)
    .filter(({ apiVersion }) => !apiVersion.startsWith('kustomize'));

type Kustomization = { resources: string[]; configMapGenerator?: { literals: string[] }[] };

/** The settings of an overlay and what it is based on, as kustomize merges them. */
export function settingsOf(overlay: string): Record<string, string> {
  const pairs = literalsIn(`overlays/${overlay}`).map((literal) => [
    literal.slice(0, literal.indexOf('=')),
    literal.slice(literal.indexOf('=') + 1),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function literalsIn(path: string): string[] {
  const text = readFileSync(join(folder, path, 'kustomization.yaml'), 'utf8');
  const { resources, configMapGenerator = [] } = parse(text) as Kustomization;
  const below = resources.filter((each) => !each.endsWith('.yaml')).flatMap((each) => literalsIn(join(path, each)));
  return [...below, ...configMapGenerator.flatMap(({ literals }) => literals)];
}
