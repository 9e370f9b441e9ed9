const MM_PER_PX = 25.4 / 96;
const MARGIN_MM = 3;

/**
 * Opens the print dialog for an element alone, on a page of 80 mm that is as long as the element. `onOver` is called
 * when the page is used again: on phones the dialog is still being drawn when the browser says that it printed.
 */
export function printSheet(element: HTMLElement, onOver: () => void): void {
  const height = Math.ceil(element.getBoundingClientRect().height * MM_PER_PX) + 2 * MARGIN_MM + 1;
  const page = new CSSStyleSheet();
  // A length must be said: browsers know no `80mm auto`.
  page.replaceSync(`@page { size: 80mm ${height}mm; margin: ${MARGIN_MM}mm; }`);
  document.adoptedStyleSheets.push(page);
  window.print();

  const used = new AbortController();
  const clear = () => {
    used.abort();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
    onOver();
  };
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, clear, { capture: true, signal: used.signal });
  }
}
