import postcss, { type AtRule, type Container, type Root, type Rule } from 'postcss';
import type { Plugin, Rolldown } from 'vite';

const STYLES = /<link rel="stylesheet" crossorigin href="\.\/([^"]+\.css)">/;
const STYLE_MODULE = /\/client\/(.+\.module\.css)$/;
/** What leads to the screens of shops and operators, and to nothing that customers see. */
const BACK_OFFICE_DOOR = /\/client\/app\/(BackOffice|back-office-door|back-office-routes|back-office\/\w+)\.tsx?$/;

/**
 * Puts the styles into the page: nothing can be painted without them, and a request for them takes longer than they do. Those that
 * only the back office uses are in their own file, which the page names to `lib/back-office-styles.ts`: customers never load it.
 * `prefixOf`: how the class names of a style module begin.
 */
export function inlineStyles(prefixOf: (path: string) => string): Plugin {
  let isOfBackOffice = (_name: string): boolean => false;
  return {
    name: 'inline-styles',
    apply: 'build',
    renderStart() {
      const ofCustomers = reached(
        [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry),
        (id) => {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          return [...importedIds, ...dynamicallyImportedIds].filter((imported) => !BACK_OFFICE_DOOR.test(imported));
        },
      );
      const modules = [...this.getModuleIds()].flatMap((id) => {
        const [, path] = STYLE_MODULE.exec(id.replace(/\?.*$/, '')) ?? [];
        return path && !ofCustomers.has(id) ? [prefixOf(path)] : [];
      });
      const prefixes = new Set(modules);
      isOfBackOffice = (name) => prefixes.has(name.replace(/_.*$/, '_'));
    },
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const [tag = '', fileName = ''] = STYLES.exec(page) ?? [];
        const file = bundle[fileName];
        if (file?.type !== 'asset') throw new Error('The page has no style sheet');
        const { ofCustomers, ofBackOffice } = split(String(file.source), isOfBackOffice);
        if (ofBackOffice === '') throw new Error('The back office has no styles of its own');
        file.source = ofBackOffice;
        return page
          .replace(tag, () => `<style>${inPage({ fileName, source: ofCustomers })}</style>`)
          .replace('</head>', () => `<link data-back-office crossorigin href="./${fileName}"></head>`);
      },
    },
  };
}

/** What is reached from some modules by their imports. */
function reached(from: string[], importsOf: (id: string) => string[], found = new Set<string>()): Set<string> {
  const next = from.filter((id) => !found.has(id));
  for (const id of next) found.add(id);
  return next.length === 0 ? found : reached(next.flatMap(importsOf), importsOf, found);
}

type IsName = (name: string) => boolean;

/** A style sheet in two: the rules and animations whose names are of the back office, and the others. */
function split(css: string, isOfBackOffice: IsName): { ofCustomers: string; ofBackOffice: string } {
  const half = (isKept: (selector: string) => boolean): string => {
    const root = postcss.parse(css);
    root.walkRules((rule) => keepSelectors(rule, isKept));
    root.walkAtRules(/keyframes$/, (rule) => (isKept(`.${rule.params}`) ? undefined : void rule.remove()));
    dropEmpty(root);
    return root.toString();
  };
  const hasName = (selector: string) =>
    [...selector.matchAll(/\.([\w-]+)/g)].some(([, name = '']) => isOfBackOffice(name));
  return { ofCustomers: half((selector) => !hasName(selector)), ofBackOffice: half(hasName) };
}

function keepSelectors(rule: Rule, isKept: (selector: string) => boolean): void {
  if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')) return;
  const kept = rule.selectors.filter(isKept);
  if (kept.length === 0) rule.remove();
  else if (kept.length < rule.selectors.length) rule.selectors = kept;
}

// The order of the layers has no rules, and is part of both.
function dropEmpty(container: Root | Container): void {
  container.each((node) => {
    if (node.type !== 'atrule' || !node.nodes) return;
    dropEmpty(node);
    if (node.nodes.length === 0 && node.name !== 'font-face') node.remove();
  });
}

// Addresses relative to the style sheet become relative to the page.
function inPage({ fileName, source }: Pick<Rolldown.OutputAsset, 'fileName'> & { source: string }): string {
  const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1);
  return source.trim().replaceAll('url(./', `url(./${folder}`);
}
