import jsBarcode from 'jsbarcode';

/** The bars and gaps of a code, one sign for each module: `1` is black. */
function code128(text: string): string {
  const drawn: { encodings?: { data: string }[] } = {};
  jsBarcode(drawn, text, { format: 'CODE128' });
  return (drawn.encodings ?? []).map(({ data }) => data).join('');
}

/** The blank modules that a scanner needs on either side. */
const QUIET_ZONE = 10;

/** The bars as the outline of an SVG one module high, and its width in modules. */
export function barsOf(text: string): { path: string; width: number } {
  const modules = code128(text);
  const bars = Array.from(modules.matchAll(/1+/g), ({ index, 0: bar }) => {
    const wide = bar.length;
    return `M${index + QUIET_ZONE} 0h${wide}v1h-${wide}z`;
  });
  return { path: bars.join(''), width: modules.length + 2 * QUIET_ZONE };
}
