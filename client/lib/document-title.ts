let screen = '';
let waiting = 0;

/** Sets the tab's title to the current screen, after the number of waiting orders. */
export function setScreenTitle(title: string): void {
  screen = title;
  write();
}

/** Prefixes the title with the number of waiting orders, as `(3) `; with nothing for 0. */
export function setTitleBadge(count: number): void {
  waiting = count;
  write();
}

function write(): void {
  document.title = waiting > 0 ? `(${waiting}) ${screen}` : screen;
}
