let screen = '';
let waiting = 0;

/** Names the tab after the screen that is shown; what waits still stands before it. */
export function setScreenTitle(title: string): void {
  screen = title;
  write();
}

/** Says before the title how many orders wait, as `(3) `; nothing for 0. */
export function setTitleBadge(count: number): void {
  waiting = count;
  write();
}

function write(): void {
  document.title = waiting > 0 ? `(${waiting}) ${screen}` : screen;
}
