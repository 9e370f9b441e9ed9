import { build } from 'vite';
import { gzipSync } from 'node:zlib';
const rows: string[] = [];
await build({
  configFile: 'client/vite.config.ts', root: 'client', logLevel: 'error', build: { outDir: '/tmp/cc-dist-tmp', emptyOutDir: true },
  plugins: [{ name: 'sizes', generateBundle(_o, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      rows.push(`# ${chunk.fileName} ${gzipSync(chunk.code).length}`);
      for (const [id, m] of Object.entries(chunk.modules)) rows.push(`  ${m.code?.length ?? m.renderedLength} ${m.code ? gzipSync(m.code).length : ''} ${id.replace(/.*\/work\/wt\/[^/]+\//, '')}`);
    }
  } }],
});
const { writeFileSync } = await import('node:fs');
writeFileSync('/tmp/cc-modules.txt', rows.join('\n'));
