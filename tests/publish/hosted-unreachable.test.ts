/** @module-tag long */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';

vi.setConfig({ testTimeout: 240_000 });

const KEYS = {
  PUBLIC_SUPABASE_KEY: 'sb_publishable_canary-publishable-key',
  SUPABASE_SECRET_KEY: 'sb_secret_canary-secret-key',
};
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const answering = (handle: RequestListener) => listening(createServer(handle));

/** What a command prints about a project there, and that it fails without a stack or a key. */
async function said(url: string, script: string, ...args: string[]): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'muro-unreachable-'));
  const env = {
    ...KEYS,
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PUBLIC_SUPABASE_URL: url,
    DATA_DIR: dataDir,
    OUT_DIR: path.join(dataDir, 'dist'),
    PORT: String(await freePort()),
  };
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, 'scripts', script), ...args],
      { cwd: ROOT, env },
      (error, stdout, stderr) => resolve({ code: error?.code, out: stdout + stderr }),
    );
  });
  await rm(dataDir, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(out).not.toMatch(/canary|fetch failed|^ +at /m);
  return out;
}

// Builds ask four times, ever later, and all of them wait at the same time.
describe.concurrent('a hosted project that nobody answers for', () => {
  it.each([
    ['start.ts'],
    ['build.ts'],
    ['rebuild.ts', '--all'],
    ['admin.ts', 'list'],
    ['admin.ts', 'create', 'owner@example.com'],
  ])('is named by %s %s', async (script, ...args) => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await said(`http://${host}`, script, ...args)).toContain(
      `${host} cannot be reached: nothing listens there (ECONNREFUSED). Check PUBLIC_SUPABASE_URL, and that the project runs.`,
    );
  });
});

describe('what else stands in the way', () => {
  const wrongKey: RequestListener = (_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"message":"Invalid API key"}');
  };
  it.each([
    ['build.ts', 'PUBLIC_SUPABASE_KEY'],
    ['admin.ts', 'SUPABASE_SECRET_KEY', 'list'],
  ])('is a wrong key: %s names %s', async (script, key, ...args) => {
    const host = await answering(wrongKey);
    expect(await said(`http://${host}`, script, ...args)).toContain(
      `${host} refuses the key (401): check ${key}.`,
    );
  });

  it('is another site at that address', async () => {
    const host = await answering((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<h1>Not found</h1>');
    });
    const sentence = `${host} answers 404 with text/html, as no running Supabase project does: check PUBLIC_SUPABASE_URL.`;
    expect(await said(`http://${host}`, 'build.ts')).toContain(sentence);
    expect(await said(`http://${host}`, 'admin.ts', 'list')).toContain(sentence);
  });
});
