// Imported first by api and worker: the settings are read, and can be invalid, while the other modules load.

/**
 * Ends the process with one log line, also before the log exists. Node would print the line of code that failed, and a line of a
 * bundled program has 65,000 characters.
 */
process.on('uncaughtException', (error) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const trace = name === 'InvalidSettings' ? {} : { error: { name, message, stack } };
  const msg = name === 'InvalidSettings' ? message : 'The program failed';
  process.stdout.write(
    `${JSON.stringify({ level: 'fatal', time: Date.now(), pid: process.pid, ...trace, msg })}\n`,
    () => process.exit(1),
  );
});
