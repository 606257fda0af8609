import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads zod anew, makes schemas with it, and gives how often it asked for code made of a string. */
async function functionsMade(): Promise<number> {
  vi.resetModules();
  const made = vi.fn();
  class Spied extends Function {
    constructor(...text: string[]) {
      made();
      super(...text);
    }
  }
  vi.stubGlobal('Function', Spied);
  const { z } = await import('./zod.ts');
  z.object({ name: z.string() }).parse({ name: 'Rosa' });
  return made.mock.calls.length;
}

it('makes no code out of strings in a page', async () => {
  vi.stubGlobal('document', {});
  expect(await functionsMade()).toBe(0);
});

it('goes on compiling where there is no page', async () => {
  expect(await functionsMade()).toBeGreaterThan(0);
});
