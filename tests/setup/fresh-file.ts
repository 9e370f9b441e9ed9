// First set-up of every server test file. A thread runs many files, so that it loads the packages once; our own modules
// are loaded again by each file, and the environment is what it was before the first.
import { vi } from 'vitest';

const kept = globalThis as { environmentOfThread?: NodeJS.ProcessEnv };
kept.environmentOfThread ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in kept.environmentOfThread)) delete process.env[name];
Object.assign(process.env, kept.environmentOfThread);
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
