import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { TOASTS_STYLE_HASH } from './toasts-style.ts';

afterEach(() => vi.unstubAllGlobals());

it('is the hash of what this version of sonner injects', async () => {
  const injected: string[] = [];
  vi.stubGlobal('document', {
    head: { appendChild() {} },
    createElement: () => ({ appendChild: (text: string) => injected.push(text) }),
    createTextNode: (text: string) => text,
  });
  await import('sonner');
  expect(
    injected.map((css) => `sha256-${createHash('sha256').update(css).digest('base64')}`),
  ).toEqual([TOASTS_STYLE_HASH]);
});
