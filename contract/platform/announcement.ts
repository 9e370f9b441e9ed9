/** The most characters of an announcement's title and text. */
export const ANNOUNCEMENT_MAX = { title: 120, text: 2_000 } as const;
