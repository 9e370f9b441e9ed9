/** Fields and files as a browser's form sends them; a list is sent under one name. */
export function formOf(fields: Record<string, string | Blob | Blob[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
  return form;
}
