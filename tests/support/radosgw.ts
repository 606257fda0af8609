import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBuckets } from '#config/process/bucket-settings.ts';
import type { BucketSettings } from '#node/bucket-requests.ts';
import { freePort } from '#node/free-port.ts';

export interface RadosGateway {
  port: number;
  /** An empty bucket. */
  site: BucketSettings;
  stop(): Promise<void>;
}

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const KEY = 'MUROTESTS';
const NEVER_MS = 120_000;

/** Null where Ceph is installed, why its tests are left out otherwise. */
export function withoutRadosGateway(): string | null {
  try {
    for (const program of PROGRAMS) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Ceph is not installed: apt-get install ceph-mon ceph-osd ceph-common radosgw';
  }
}

/**
 * Debian's gateway of S3's protocol, with one monitor and one store in memory, which trust everybody on this machine.
 * @param atOnce requests; more are answered 503 SlowDown.
 */
export async function startRadosGateway(atOnce: number): Promise<RadosGateway> {
  const dir = await mkdtemp(path.join(tmpdir(), 'muro-ceph-'));
  for (const folder of ['mon', 'osd', 'rgw']) await mkdir(path.join(dir, folder));
  const fsid = randomUUID();
  const monitor = `[v2:127.0.0.1:${await freePort()}]`;
  const port = await freePort();
  const conf = path.join(dir, 'ceph.conf');
  await writeFile(conf, settingsOf({ dir, fsid, monitor, port, atOnce }));
  const running: ChildProcess[] = [];
  const tool = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: dir, stdio: 'pipe', timeout: NEVER_MS });
  const serve = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-c', conf, '-f', ...args], { cwd: dir, stdio: 'ignore' });
    running.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of running.toReversed()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // Nothing is kept, and an orderly end takes seconds.
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
    }
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const map = path.join(dir, 'monmap');
    tool('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', monitor, map);
    tool('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', map);
    serve('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    tool('ceph', '-c', conf, 'osd', 'new', osd, '0');
    tool('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd);
    serve('ceph-osd', '-i', '0');
    const account = ['--uid=muro', '--display-name=Muro', `--access-key=${KEY}`, `--secret=${KEY}`];
    tool('radosgw-admin', '-c', conf, 'user', 'create', ...account);
    serve('radosgw', '-n', 'client.admin', '--no-mon-config');
    const endpoint = `http://127.0.0.1:${port}`;
    const end = performance.now() + NEVER_MS;
    while (!(await fetch(endpoint).catch(() => null))) {
      if (performance.now() > end) throw new Error('The gateway does not answer.');
      await pause(100);
    }
    const { site } = readBuckets({
      SITE_BUCKET: 'muro-site',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    });
    if (!site) throw new Error('The settings name no bucket.');
    return { port, site, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Settings {
  dir: string;
  fsid: string;
  monitor: string;
  port: number;
  atOnce: number;
}

const settingsOf = ({ dir, fsid, monitor, port, atOnce }: Settings) => `[global]
fsid = ${fsid}
mon host = ${monitor}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
# The gateway wants a secure way to the monitor, for which nobody has keys here.
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
run dir = ${dir}
admin socket =
log file =
[mon.a]
mon data = ${dir}/mon
[osd.0]
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
[client]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${dir}/rgw
rgw max concurrent requests = ${atOnce}
`;
