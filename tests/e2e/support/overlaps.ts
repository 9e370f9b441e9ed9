import type { Page } from '@playwright/test';

/** What a person meets at the wrong place: controls that something lies over, and texts that are printed over others. */
export async function findOverlaps(page: Page): Promise<string[]> {
  return [...(await page.evaluate(findCovered)), ...(await page.evaluate(findOverprints))];
}

/** Runs in the page. The controls that a finger does not hit in the middle, although they have been scrolled into view. */
function findCovered(): string[] {
  // An open popup covers the page for as long as it is open; a toast, and an element with `data-cover`, disappears by itself.
  const OPEN = 'dialog, [aria-expanded=true] + [role=group], .Toastify__toast-container, [data-cover]';
  const CONTROLS = 'button, a[href], select, textarea, summary, input:not([type=hidden], [type=file])';
  const dialogs = [...document.querySelectorAll('dialog:modal')];
  const roots = dialogs.length > 0 ? dialogs : [document.body];
  const controls = roots.flatMap((root) => [...root.querySelectorAll(CONTROLS)]);
  const unseen = new Set(controls.filter(isUsed));
  for (const control of unseen) if (isHit(control)) unseen.delete(control);
  // Most of the others are hit on the way down; each of the rest is scrolled to.
  const before = { left: scrollX, top: scrollY };
  const step = innerHeight / 2;
  for (let top = 0; unseen.size > 8 && top < document.documentElement.scrollHeight; top += step) {
    scrollTo({ top, behavior: 'instant' });
    for (const control of unseen) if (isHit(control)) unseen.delete(control);
  }
  scrollTo({ ...before, behavior: 'instant' });
  return [...new Set([...unseen].flatMap((control) => covered(control) ?? []))];

  /** The smaller ones are for screen readers alone. */
  function isUsed(control: Element): boolean {
    const { width, height } = control.getBoundingClientRect();
    if (width <= 1 || height <= 1 || control.closest('[inert], [aria-hidden=true]')) return false;
    return control.checkVisibility({ visibilityProperty: true });
  }

  function covered(control: Element): string | undefined {
    const places = scrollPlaces(control);
    control.scrollIntoView({ block: isFloating(control) ? 'nearest' : 'center', behavior: 'instant' });
    // One that cannot be scrolled to waits off the screen until it has the focus.
    const over = at(control);
    const fault = over && !isHit(control) ? `${nameOf(control)} is covered by ${nameOf(over)}` : undefined;
    for (const { element, left, top } of places) element.scrollTo({ left, top, behavior: 'instant' });
    return fault;
  }

  /** What a finger touches in the middle of a control, the first line of which is enough for a link in a text. */
  function at(control: Element): Element | null {
    const { left, right, top, bottom } = control.getClientRects()[0] ?? new DOMRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  }

  function isHit(control: Element): boolean {
    const hit = at(control);
    if (!hit) return false;
    if (control.contains(hit) || hit.closest('label')?.control === control || isNested(control, hit)) return true;
    const open = hit.closest(OPEN);
    return open !== null && !open.contains(control);
  }

  /** A field that is drawn by the element around it, or a card that is tapped as a whole. */
  function isNested(control: Element, hit: Element): boolean {
    const { opacity, pointerEvents } = getComputedStyle(control);
    return (opacity === '0' || pointerEvents === 'none') && control.parentElement?.contains(hit) === true;
  }

  /** It stays where it is while the page is scrolled. */
  function isFloating(element: Element): boolean {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(each).position)) return true;
    }
    return false;
  }

  function scrollPlaces(control: Element) {
    const places = [{ element: document.documentElement as Element, left: scrollX, top: scrollY }];
    for (let each = control.parentElement; each && each !== document.documentElement; each = each.parentElement) {
      if (each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
        places.push({ element: each, left: each.scrollLeft, top: each.scrollTop });
    }
    return places;
  }

  function nameOf(element: Element): string {
    const text = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.tagName.toLowerCase()}.${element.className} "${text.trim().slice(0, 40)}"`;
  }
}

/** Runs in the page. Texts and fields that are painted through each other. */
function findOverprints(): string[] {
  type Printed = { element: Element; box: DOMRect };
  const printed: Printed[] = [];
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (!element || !textContent?.trim() || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) add(element, box);
  }
  for (const field of document.querySelectorAll('select, textarea, input:not([type=hidden], [type=file])')) {
    if (isShown(field)) add(field, field.getBoundingClientRect());
  }
  printed.sort((a, b) => a.box.top - b.box.top);

  const pairs: [Printed, Printed][] = [];
  for (const [index, upper] of printed.entries()) {
    for (let next = index + 1; next < printed.length; next++) {
      const lower = printed[next] as Printed;
      if (lower.box.top >= upper.box.bottom) break;
      if (meet(upper, lower)) pairs.push([upper, lower]);
    }
  }
  if (pairs.length === 0) return [];
  // Whatever takes no pointer is printed as well.
  const touchable = new CSSStyleSheet();
  touchable.replaceSync('*, *::before, *::after { pointer-events: auto !important; }');
  document.adoptedStyleSheets.push(touchable);
  const through = pairs.filter(([upper, lower]) => isThrough(upper, lower));
  document.adoptedStyleSheets.pop();
  const names = through.map(([upper, lower]) => `${nameOf(upper.element)} and ${nameOf(lower.element)}`);
  return [...new Set(names)].map((both) => `${both} are printed over each other`);

  /** Without the room above and below the letters of a line. */
  function add(element: Element, { x, y, width, height }: DOMRect): void {
    if (width > 3 && height > 3)
      printed.push({ element, box: new DOMRect(x + 1, y + height / 4, width - 2, height / 2) });
  }

  function meet({ element: one, box: a }: Printed, { element: other, box: b }: Printed): boolean {
    if (one.contains(other) || other.contains(one)) return false;
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }

  /** Both are painted where they meet, and nothing between them hides the lower one. */
  function isThrough({ element: one, box: a }: Printed, { element: other, box: b }: Printed): boolean {
    const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2;
    const y = (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2;
    const before = { x: scrollX, y: scrollY };
    const isOut = y < 0 || y > innerHeight;
    if (isOut) scrollBy({ top: y - innerHeight / 2, behavior: 'instant' });
    const stack = document.elementsFromPoint(x, y - (scrollY - before.y));
    if (isOut) scrollTo({ left: before.x, top: before.y, behavior: 'instant' });
    const [first, last] = [stack.indexOf(one), stack.indexOf(other)].toSorted((p, q) => p - q) as [number, number];
    return (
      first >= 0 && !stack.slice(first, last).some((each) => !each.contains(stack[last] as Element) && hides(each))
    );
  }

  function hides(element: Element): boolean {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const alpha = /^rgba?\(/.test(backgroundColor) ? Number(backgroundColor.split(/[,/] ?/)[3] ?? 1) : 1;
    return alpha > 0.5 || backgroundImage !== 'none';
  }

  function nameOf(element: Element): string {
    const text = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.tagName.toLowerCase()}.${element.className} "${text.trim().slice(0, 40)}"`;
  }
}
