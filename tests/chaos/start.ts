// npm run chaos: the market of `main.ts`, or that of `main-ha.ts` with the argument `ha`.
// With the argument `restore` that of `main-restore.ts`.
if (process.argv[2] === 'ha') {
  process.argv.splice(2, 1);
  await import('./main-ha.ts');
} else if (process.argv[2] === 'restore') {
  process.argv.splice(2, 1);
  await import('./main-restore.ts');
} else {
  await import('./main.ts');
}
