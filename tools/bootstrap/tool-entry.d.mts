export function toolEntry(root: string, tool: string): string;
