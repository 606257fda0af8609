import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, it } from 'vitest';
import { ROOT } from '#node/root.ts';
import { openMetrics } from '#server/prometheus.ts';

const read = (file: string) => readFileSync(path.join(ROOT, 'docs', file), 'utf8');
const OPERATE = read('operate.md');
const ALERTS = read('deploy/alerts.yml');
const DASHBOARD: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
  read('deploy/dashboard.json'),
);

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
const alerts = found(ALERTS, /^ +- alert: (\w+)$/gm);
const rules = found(ALERTS, /^ +expr: (.+)$/gm);
const panels = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Every name that a scrape of a product that has and knows all can have. */
async function realNames(): Promise<Set<string>> {
  const text = await openMetrics().text({
    parts: {},
    queues: {},
    database: null,
    disk: null,
    backup: null,
  });
  const names = found(text, /^# TYPE (\w+) /gm);
  const histograms = found(text, /^# TYPE (\w+) histogram$/gm);
  return new Set([...names, ...histograms.map((name) => `${name}_bucket`)]);
}

it('are in /metrics wherever a document, an alert or the dashboard names one', async () => {
  const real = await realNames();
  const named = [OPERATE, ...rules, ...panels].flatMap((text) => found(text, /\b(muro_\w+)/g));
  expect(new Set(named).size).toBeGreaterThan(15);
  expect([...new Set(named)].filter((name) => !real.has(name))).toEqual([]);
});

it('are all explained to operators', async () => {
  const explained = found(OPERATE, /`(muro_\w+)`/g);
  const all = [...(await realNames())].filter((name) => !name.endsWith('_bucket'));
  expect(all.filter((name) => !explained.includes(name))).toEqual([]);
});

it.each([...rules, ...panels])('are asked for in PromQL: %s', (expression) => {
  const faults: string[] = [];
  parser.parse(expression.replaceAll('$__rate_interval', '5m')).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) faults.push(expression.slice(from, to) || `at ${from}`);
    },
  });
  expect(faults).toEqual([]);
});

it('have ten alerts, and each says what to do', () => {
  expect(alerts).toHaveLength(10);
  expect(rules).toHaveLength(10);
  expect(found(OPERATE, /^\| `(Muro\w+)` \| .+ \|$/gm)).toEqual(alerts);
});
