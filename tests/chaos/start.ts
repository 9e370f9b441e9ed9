// npm run chaos: the market of `main.ts`, or after the words ha and restore those of the files beside it.
const OTHERS: Record<string, () => Promise<unknown>> = {
  ha: () => import('./main-ha.ts'),
  restore: () => import('./main-restore.ts'),
};

const other = OTHERS[process.argv[2] ?? ''];
if (other) process.argv.splice(2, 1);
await (other ? other() : import('./main.ts'));
