import type { Plugin } from 'vite';

/**
 * react-router leads every bundler to its development build, with warnings that nobody reads in a shop. The other one lies
 * beside it. Neither says that a component made by `forwardRef` can be left out where nobody uses it, as ours do without
 * its forms.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!/^react-router(\/dom)?$/.test(source)) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
    transform: {
      filter: { id: /react-router\/dist\/production/ },
      handler: (code) => ({
        code: code
          .replaceAll(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/^\w+\.displayName = .+;$/gm, ''),
        map: null,
      }),
    },
  };
}
