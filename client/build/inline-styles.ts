import type { Plugin, Rolldown } from 'vite';

const LINK = /<link rel="stylesheet" crossorigin href="\.\/([^"]+\.css)">/;

/**
 * Puts the styles into the page. Nothing can be painted without them, and asking for them takes a slow line longer than
 * they do themselves.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const [link = '', fileName = ''] = LINK.exec(page) ?? [];
        const file = bundle[fileName];
        if (file?.type !== 'asset') throw new Error('The page has no style sheet');
        delete bundle[fileName];
        return page.replace(link, () => `<style>${stylesOf(file)}</style>`);
      },
    },
  };
}

/** What is beside the style sheet is named from the page now. */
function stylesOf({ fileName, source }: Rolldown.OutputAsset): string {
  const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1);
  return String(source).trim().replaceAll('url(./', `url(./${folder}`);
}
