import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npmCommand } from '../../tools/bootstrap/install.mjs';

const root = join(import.meta.dirname, '../..');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** What the image runs with. */
export type ImageConfig = { User: string; Env: string[]; Cmd: string[]; Labels: Record<string, string> };

/** `folder`: its files, as a container has them. */
export type Image = { folder: string; config: ImageConfig; base: string; remove(): void };

/** Why the image cannot be built on this machine; undefined when it can. */
export function missingForBuild(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root';
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'chroot'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  return missing.length > 0 ? `${missing.join(', ')} not installed` : undefined;
}

/**
 * Builds the image by the Dockerfile, with Buildah and without a daemon. The base is the one that the Dockerfile names, or, where
 * no registry can be reached, Debian's packages with the same version of Node. Takes some minutes.
 */
export function buildImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), 'haat-image-'));
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'overlay' },
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 100_000_000,
    });
  const remove = (): void => {
    buildah('umount', '--all');
    buildah('rm', '--all');
    rmSync(folder, { recursive: true, force: true });
  };
  const base = pullBase(buildah) ?? makeBase(buildah, folder);
  // For registries behind a proxy with its own certificate.
  const trusted = existsSync(CERTIFICATES) ? ['--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`] : [];
  const extra = ['--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, ...trusted];
  buildah('build', '--build-arg', `NODE_IMAGE=${base}`, ...(trusted.length > 0 ? extra : []), '--tag', 'haat', root);
  const container = buildah('from', 'localhost/haat').trim();
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/haat')) as {
    OCIv1: { config: ImageConfig };
  };
  return { folder: buildah('mount', container).trim(), config: OCIv1.config, base, remove };
}

type Buildah = (...args: string[]) => string;

function pullBase(buildah: Buildah): string | undefined {
  const [, name = ''] =
    /^ARG NODE_IMAGE=(.+)$/m.exec(execFileSync('cat', [join(root, 'Dockerfile')], { encoding: 'utf8' })) ?? [];
  try {
    buildah('pull', '--retry', '0', `docker.io/library/${name}`);
    return `docker.io/library/${name}`;
  } catch {
    return undefined;
  }
}

/** As the official image: Debian, Node, npm, and the user node with the id 1000. */
function makeBase(buildah: Buildah, folder: string): string {
  const debian = join(folder, 'debian');
  // Node needs libatomic.
  const packages = '--include=ca-certificates,libatomic1';
  execFileSync('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    packages,
    'bookworm',
    debian,
    'http://deb.debian.org/debian',
  ]);
  const [, npm = ''] = npmCommand();
  cpSync(process.execPath, join(debian, 'usr/local/bin/node'));
  mkdirSync(join(debian, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(dirname(dirname(npm)), join(debian, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(debian, 'usr/local/bin', name));
  execFileSync('chroot', [debian, 'groupadd', '--gid', '1000', 'node']);
  execFileSync('chroot', [debian, 'useradd', '--uid', '1000', '--gid', '1000', '--create-home', 'node']);
  const container = buildah('from', 'scratch').trim();
  buildah('add', '--quiet', container, debian, '/');
  buildah('commit', '--quiet', container, 'haat-node');
  buildah('rm', container);
  rmSync(debian, { recursive: true, force: true });
  return 'localhost/haat-node';
}
