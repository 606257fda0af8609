/**
 * `npm test -- attack --seconds 600 [--origin http://127.0.0.1:4321 --data .data]`: attacks a server on this computer,
 * by default one of its own with demo data, and says what became of the quotes that others sent meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '#node/free-port.ts';
import { startProduct } from '../support/product.ts';
import { HEALTH_LATE_MS } from './honest.ts';
import { siege } from './siege.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    hang: { type: 'string', default: '60' },
    origin: { type: 'string' },
    data: { type: 'string' },
  },
});
const dataDir = values.data ?? (await mkdtemp(path.join(tmpdir(), 'muro-attack-')));
const product = values.origin ? null : await startProduct({ dataDir, port: await freePort() });
try {
  const report = await siege({
    origin: values.origin ?? product?.origin ?? '',
    dataDir,
    seconds: Number(values.seconds),
    hangEverySeconds: Number(values.hang),
    ...(product && { output: product.output }),
    log: (line) => console.log(line),
  });
  console.log(JSON.stringify(report, null, 2));
  const kept = report.lost.length + report.doubled.length + report.refused === 0;
  const [before, after] = report.stuck;
  const well = kept && report.backAfterMs < 10_000 && report.healthUntrueMs < HEALTH_LATE_MS;
  // PGlite has one session and no time limit: what holds it for seconds has it started again.
  const held = process.env.DATABASE_ENGINE === 'pglite' || report.restarts <= report.hangs;
  process.exitCode = well && held && (after ?? 0) <= (before ?? 0) ? 0 : 1;
} finally {
  await product?.stop();
  if (!values.data) await rm(dataDir, { recursive: true, force: true });
}
