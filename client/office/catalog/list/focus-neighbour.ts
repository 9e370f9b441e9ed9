/** Moves the focus to the same field of the next row, or of the one before; stays where there is none. */
export function focusNeighbour(input: HTMLInputElement, by: 1 | -1): void {
  const { field } = input.dataset;
  const all = [...(input.closest('table')?.querySelectorAll<HTMLInputElement>(`input[data-field="${field}"]`) ?? [])];
  const next = all[all.indexOf(input) + by];
  // At the end of the list, the text is selected instead.
  if (next) next.focus();
  else input.select();
}
