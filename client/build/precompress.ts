import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Leaves `.br` and `.gz` beside the page and every hashed text file, so that the server never compresses one twice. */
export function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  const compress = async (path: string) => {
    const content = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await Promise.all([
      writeFile(`${path}.br`, await brotli(content, { params })),
      writeFile(`${path}.gz`, await gz(content, { level: constants.Z_BEST_COMPRESSION })),
    ]);
  };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(join(dir, 'static'), { recursive: true, withFileTypes: true });
      const texts = files.filter((file) => file.isFile() && /\.(js|css|svg|json)$/.test(file.name));
      const paths = texts.map((file) => join(file.parentPath, file.name));
      await Promise.all([...paths, join(dir, 'index.html')].map(compress));
    },
  };
}
