// npm run sbom [file] [--installed]: lists every package of the lockfile in CycloneDX, as scanners of vulnerabilities read it. Fails
// when one is missing. The file is sbom.cdx.json unless another one is named. With --installed only those in node_modules, for the
// image.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { npmCommand } from './bootstrap/install.mjs';

type Lockfile = { packages: Record<string, { name?: string; version?: string; link?: true }> };
type Component = { name: string; group?: string; version: string; 'bom-ref': string };
type Sbom = {
  bomFormat: string;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

// The build of the image copies only what it needs of tools.
const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ options: { installed: { type: 'boolean' } }, allowPositionals: true });
const [npm, ...before] = npmCommand();
const args = [...before, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync(npm, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);

// npm's record of what it has installed. `npm sbom --omit=dev` would leave out packages that are also used by the tests.
const { packages } = JSON.parse(
  readFileSync(join(root, values.installed ? 'node_modules/.package-lock.json' : 'package-lock.json'), 'utf8'),
) as Lockfile;
const wanted = new Set(
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
);
const sbom = JSON.parse(stdout) as Sbom;
if (values.installed) {
  sbom.components = sbom.components.filter((each) => wanted.has(nameOf(each)));
  const refs = new Set(sbom.components.map((each) => each['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
}
const listed = new Set(sbom.components.map(nameOf));
const missing = [...wanted].filter((name) => !listed.has(name));
if (sbom.bomFormat !== 'CycloneDX' || missing.length > 0) throw new Error(`Not listed: ${missing.join(', ')}`);

const file = positionals[0] ?? 'sbom.cdx.json';
writeFileSync(resolve(root, file), JSON.stringify(sbom, undefined, 2));
console.log(`${listed.size} packages in ${file}`);

function nameOf({ group, name, version }: Component): string {
  return `${group ? `${group}/` : ''}${name}@${version}`;
}
