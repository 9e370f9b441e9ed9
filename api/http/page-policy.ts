import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Context } from 'koa';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

let known: { file: string; changedAt: number; hashes: string[] } | undefined;

/**
 * Lets the scripts run that stand in our page, and no other inline script: each is named in the answer's policy by its
 * hash. The file is read again when it has changed, as a new build takes the place of an old one under a running api.
 */
export async function letOwnScriptsRun(ctx: Context, file: string): Promise<void> {
  const policy = ctx.response.get('Content-Security-Policy');
  const sources = (await hashesOf(file)).map((hash) => `'sha256-${hash}'`);
  if (sources.length === 0) return;
  ctx.set('Content-Security-Policy', policy.replace("script-src 'self'", ["script-src 'self'", ...sources].join(' ')));
}

async function hashesOf(file: string): Promise<string[]> {
  const { mtimeMs: changedAt } = await stat(file);
  if (known?.file !== file || known.changedAt !== changedAt) {
    const page = await readFile(file, 'utf8');
    const scripts = [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
    known = { file, changedAt, hashes: scripts.map((script) => createHash('sha256').update(script).digest('base64')) };
  }
  return known.hashes;
}
