import postcss, { type AtRule, type Container, type Declaration, type Root, type Rule } from 'postcss';
import type { Plugin, Rolldown } from 'vite';

const STYLES = /<link rel="stylesheet" crossorigin href="\.\/([^"]+\.css)">/;
const STYLE_MODULE = /\/client\/(.+\.module\.css)$/;
/** The modules that lead only to screens of shops and operators. */
const BACK_OFFICE_DOOR = /\/client\/app\/(BackOffice|back-office-door|back-office-routes|back-office\/\w+)\.tsx?$/;

/**
 * Inlines the styles into the page: nothing can be painted without them, and a request would take longer. Styles of only the
 * back office are in their own file, which the page names to `lib/back-office-styles.ts`; customers never load it.
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
        const scripts = Object.values(bundle).map((each) => (each.type === 'chunk' ? each.code : ''));
        const css = withConstants(String(file.source), (name) => scripts.some((code) => code.includes(name)));
        const { ofCustomers, ofBackOffice } = split(css, isOfBackOffice);
        if (ofBackOffice === '') throw new Error('The back office has no styles of its own');
        file.source = ofBackOffice;
        return page
          .replace(tag, () => `<style>${inPage({ fileName, source: ofCustomers })}</style>`)
          .replace('</head>', () => `<link data-back-office crossorigin href="./${fileName}"></head>`);
      },
    },
  };
}

/** Some modules with their direct and indirect imports. */
function reached(from: string[], importsOf: (id: string) => string[], found = new Set<string>()): Set<string> {
  const next = from.filter((id) => !found.has(id));
  for (const id of next) found.add(id);
  return next.length === 0 ? found : reached(next.flatMap(importsOf), importsOf, found);
}

type IsName = (name: string) => boolean;

/**
 * A style sheet with the values of the properties that `:root` sets once and for all, such as `--space-2`, instead of their names:
 * 2.5 % of the styles after compression. Only properties that scripts set on elements keep their names as well.
 */
function withConstants(css: string, isInScripts: IsName): string {
  const root = postcss.parse(css);
  const declared = new Map<string, Declaration[]>();
  root.walkDecls(/^--/, (each) => void declared.set(each.prop, [...(declared.get(each.prop) ?? []), each]));
  const constants = new Map<string, string>();
  for (const [name, [only, ...others]] of declared) {
    if (!only || others.length > 0 || only.value.includes('var(') || !isOfEveryPage(only)) continue;
    constants.set(name, only.value);
    // `--space-${gap}` in a script.
    if (!isInScripts(name.replace(/\d+$/, ''))) only.remove();
  }
  root.walkDecls((each) => {
    each.value = each.value.replaceAll(/var\((--[\w-]+)\)/g, (use, name: string) => constants.get(name) ?? use);
  });
  return root.toString();
}

/** Whether a declaration is one of `:root` itself, without a condition. */
function isOfEveryPage({ parent }: Declaration): boolean {
  if (parent?.type !== 'rule' || parent.selector !== ':root') return false;
  const around = parent.parent;
  return around?.type === 'root' || (around?.type === 'atrule' && (around as AtRule).name === 'layer');
}

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
