import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createActor, type AnyStateMachine } from 'xstate';
import { expect, it } from 'vitest';

const files = globSync('*/*.machine.ts', { cwd: import.meta.dirname });
const isMachine = (each: unknown): each is AnyStateMachine => each instanceof Object && 'root' in each;

it('finds the machines', () => expect(files.length).toBeGreaterThanOrEqual(10));

it.each(files)('%s exports one machine, named like its file, with a context that JSON can hold', async (file) => {
  const exported = (await import(/* @vite-ignore */ join(import.meta.dirname, file))) as Record<string, unknown>;
  const machines = Object.values(exported).filter(isMachine);
  expect(machines.map(({ id }) => id)).toEqual([camelCase(file.replace(/^.*[/\\]|\.machine\.ts$/g, ''))]);
  for (const machine of machines) {
    const { context } = createActor(machine, { input: {} }).getSnapshot();
    expect(JSON.parse(JSON.stringify(context))).toEqual(context);
  }
});

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
