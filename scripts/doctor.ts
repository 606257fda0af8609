/** `npm run doctor [-- --json]`: looks at a configuration from the outside in, and says for each fault what to do. */
import { readEnvironment } from '#config/process/environment.ts';
import { redacted } from '#node/redact.ts';
import { readArguments } from './lib/arguments.ts';
import { run } from './lib/cli.ts';
import { examine } from './lib/doctor/examine.ts';
import { type Finding, settled } from './lib/doctor/finding.ts';

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

const { values } = readArguments(
  {
    usage: 'npm run doctor -- [--json]',
    about: 'Checks the whole setup and says how to fix each fault.',
    rows: [['--json', 'for programs']],
  },
  { options: { json: { type: 'boolean' } } },
);

await run(async () => {
  const findings = await settled('settings', async () => examine(readEnvironment(process.env)));
  const text = values.json ? JSON.stringify(findings, null, 2) : lines(findings);
  console.log(redacted(text));
  if (findings.some(({ status }) => status === 'fail')) process.exitCode = 1;
});

function lines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, status, text }) => `${MARKS[status]}  ${check.padEnd(width)}  ${text}`)
    .join('\n');
}
