const told = new Set<string>();
const MOST = 200;

/** Whether nobody was told of it at this page yet; the same news may come by the live line and as a push message. */
export function isNews(id: `${string}#${number}`): boolean {
  if (told.has(id)) return false;
  told.add(id);
  const [oldest] = told;
  if (told.size > MOST && oldest !== undefined) told.delete(oldest);
  return true;
}
