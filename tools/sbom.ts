// npm run sbom [file]: lists every package of the lockfile in CycloneDX, as scanners of vulnerabilities read it. Fails when one
// is missing. The file is sbom.cdx.json unless another one is named.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npmCommand } from './bootstrap/install.mjs';
import { repoRoot } from './lib/paths.ts';

type Lockfile = { packages: Record<string, { name?: string; version?: string; link?: true }> };
type Sbom = { bomFormat: string; components: { name: string; group?: string; version: string }[] };

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const [npm, ...before] = npmCommand();
const args = [...before, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const { status, stdout, stderr } = spawnSync(npm, args, { cwd: repoRoot, encoding: 'utf8', maxBuffer: 100_000_000 });
if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);

const { packages } = JSON.parse(readFileSync(join(repoRoot, 'package-lock.json'), 'utf8')) as Lockfile;
const sbom = JSON.parse(stdout) as Sbom;
const listed = new Set(
  sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
);
const missing = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
  .filter((name) => !listed.has(name));
if (sbom.bomFormat !== 'CycloneDX' || missing.length > 0) throw new Error(`Not listed: ${missing.join(', ')}`);

writeFileSync(resolve(repoRoot, file), stdout);
console.log(`${listed.size} packages in ${file}`);
