import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#node/free-port.ts';
import { ROOT } from '#node/root.ts';

export interface Varnish {
  url: string;
  stop: () => Promise<void>;
}

/** Null where Varnish is installed, why its tests are left out otherwise. */
export function withoutVarnish(): string | null {
  try {
    execFileSync('varnishd', ['-V'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Varnish is not installed: apt-get install varnish';
  }
}

/** Varnish as docs/deploy/varnish.vcl sets it up, in front of what listens on `site`, and of a bucket if there is one. */
export async function startVarnish({
  site,
  bucket,
}: {
  site: number;
  bucket?: { port: number };
}): Promise<Varnish> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muro-varnish-'));
  const vcl = (name: string) => readFile(path.join(ROOT, 'docs/deploy', name), 'utf8');
  const text = (await vcl('varnish.vcl')).replaceAll('"4321"', `"${site}"`);
  const included = path.join(dir, 'varnish-bucket.vcl');
  const asked = `include "${included}";`;
  const rules = await vcl('varnish-bucket.vcl');
  await writeFile(included, rules.replace('"9000"', `"${bucket?.port}"`));
  const file = path.join(dir, 'site.vcl');
  await writeFile(
    file,
    bucket ? text.replace('# include "/etc/varnish/varnish-bucket.vcl";', asked) : text,
  );
  execFileSync('chmod', ['-R', 'a+rX', dir]);
  const port = await freePort();
  const settings = ['-s', 'malloc,128m', '-f', file];
  const child = spawn(
    'varnishd',
    ['-F', '-n', path.join(dir, 'work'), '-a', `127.0.0.1:${port}`, ...settings],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const url = `http://127.0.0.1:${port}`;
  await listening(child, url);
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) break;
    if (await fetch(url).catch(() => null)) return;
    await pause(100);
  }
  throw new Error(`Varnish did not start:\n${said}`);
}
