import type { Page } from '@playwright/test';
import { findOverlaps } from './overlaps.ts';
import { readTexts } from './texts.ts';

/**
 * The layout faults of a page: too wide, texts cut off, broken inside a word or printed over others, controls that a finger
 * misses or that are covered.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  // What depends on the width is drawn again in the frame after the window has changed.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const faults = [...(await page.evaluate(findFaults)), ...(await page.evaluate(findBrokenWords))];
  return [...faults, ...(await findOverlaps(page))];
}

/** The English texts on a Hindi page that Hindi has words for. */
export async function findEnglishTexts(page: Page): Promise<string[]> {
  const shown = await page.evaluate(readPage);
  return [...new Set(shown)].filter((text) => UNTRANSLATED.has(text));
}

const [english, hindi] = [readTexts('en'), readTexts('hi')];
// The name of a shop stays as it was written, that of the platform, too.
const asInEnglish = new Set([...Object.values(hindi), english['qrCodes.brand']]);
/** Texts that stand there as they are, without a value in them. */
const UNTRANSLATED = new Set(Object.values(english).filter((text) => !text.includes('{') && !asInEnglish.has(text)));

/** Every text of the page, and every name that a screen reader says. */
function readPage(): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    // A shop may have English words in its own texts, and the menu names each language in its own script.
    if (parentElement?.closest('script, style, [hidden], [lang]:not([lang=hi], html)')) continue;
    texts.push(textContent?.trim() ?? '');
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (element.closest('[lang]:not([lang=hi], html)')) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '');
  }
  return texts.filter(Boolean);
}

/** Runs in the page. */
function findFaults(): string[] {
  /** In px. The line with the hours of a shop, in its header, is as high as its text. */
  const leastHeight = (target: Element) => (target.closest('header') ? 24 : 44);
  const faults = new Set<string>();
  const nameOf = ({ tagName, className, textContent }: Element) =>
    `${tagName.toLowerCase()}.${className} "${textContent.trim().slice(0, 40)}"`;
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const roots = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
  for (const { tagName, scrollWidth, clientWidth } of roots) {
    if (scrollWidth > clientWidth) faults.add(`${tagName} is ${scrollWidth - clientWidth} px wider than the window`);
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (!element || !textContent?.trim() || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    if (isCut(element, [...range.getClientRects()])) faults.add(`cut off: ${nameOf(element)}`);
  }

  const fields = 'select, textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=file])';
  for (const target of document.querySelectorAll(`button, ${fields}`)) {
    const { width, height } = target.getBoundingClientRect();
    // Smaller ones are for screen readers alone. Heights have fractions of a pixel.
    const isTooLow = width > 1 && Math.ceil(height) < leastHeight(target);
    if (isTooLow && isShown(target)) faults.add(`${height} px high: ${nameOf(target)}`);
  }
  return [...faults];

  /** Whether an ancestor hides part of the text, but for one that can be scrolled, or that is for screen readers alone. */
  function isCut(element: Element, lines: DOMRect[]): boolean {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each);
      const box = each.getBoundingClientRect();
      const isForReaders = box.width <= 1 || box.height <= 1;
      if (isForReaders || /auto|scroll/.test(overflowX + overflowY)) return false;
      const isWider = lines.some(({ left, right }) => left < box.left - 1.5 || right > box.right + 1.5);
      // A line is a little higher than its letters.
      const isHigher = lines.some(({ top, bottom }) => top < box.top - 4 || bottom > box.bottom + 4);
      if ((isWider && /hidden|clip/.test(overflowX)) || (isHigher && /hidden|clip/.test(overflowY))) {
        const hasEllipsis = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        // An address or a name of a person may be shortened; what says what something is or does may not.
        const says = element.closest('h1, h2, h3, label, legend, dt, th, button:not(header *)');
        return !hasEllipsis || (says !== null && !element.closest('[data-address]'));
      }
    }
    return lines.some(({ left, right }) => left < -1 || right > innerWidth + 1);
  }
}

/** Runs in the page. Words that go on in the next line; a longer one, an address or a name without a space may have to. */
function findBrokenWords(): string[] {
  const longest = 24;
  const faults = new Set<string>();
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const { parentElement: element, textContent } = node;
    if (!element || !textContent?.trim()) continue;
    range.selectNodeContents(node);
    if (countLines() < 2 || isForReaders(element)) continue;
    for (const part of textContent.matchAll(/\S+/g)) {
      if (part[0].length > longest || /[@/]/.test(part[0])) continue;
      for (const word of part[0].matchAll(/[\p{L}\p{M}\p{N}]+(?:[.,:]\p{N}+)*/gu)) {
        range.setStart(node, part.index + word.index);
        range.setEnd(node, part.index + word.index + word[0].length);
        if (countLines() > 1) faults.add(`broken: ${word[0]} in ${element.tagName.toLowerCase()}.${element.className}`);
      }
    }
  }
  return [...faults];

  function isForReaders(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    const hidden = element.closest('.visually-hidden') ?? element;
    return [hidden, hidden.parentElement].some((each) => each && each.getBoundingClientRect().width <= 1);
  }

  function countLines(): number {
    let [lines, bottom] = [0, -Infinity];
    for (const box of range.getClientRects()) {
      if (box.width > 0 && box.top > bottom - box.height / 2) [lines, bottom] = [lines + 1, box.bottom];
    }
    return lines;
  }
}
