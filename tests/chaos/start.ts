// npm run chaos: the market of `main.ts`, or that of `main-ha.ts` after the word ha.
if (process.argv[2] === 'ha') {
  process.argv.splice(2, 1);
  await import('./main-ha.ts');
} else {
  await import('./main.ts');
}
