import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { translationFindings } from './support/translatable.ts';

/** Components that break a rule, each with the rule that must fire; and neighbours that must stay quiet. */
const REFUSED: [name: string, body: string, reason: RegExp][] = [
  ['a spinner before text', '<b>{on && <i />}Save</b>', /comes and goes/],
  ['a spinner behind text', '<b>Save{on && <i />}</b>', /comes and goes/],
  ['a component that may be nothing', '<b><Maybe on={on} />Save</b>', /comes and goes/],
  ['text that changes beside text', '<b>{count} artists</b>', /may change/],
  ['text or an element', '<b>{on ? name : <i />}<i /></b>', /may change/],
  ['a number that may be missing', '<b><i />{on ? count : null}</b>', /may change/],
  ['a list of texts', '<b>{list}<i /></b>', /may change/],
  ['text in a fragment', '<b>{on && <>Save <i /></>}</b>', /fragment/],
  [
    'text that gives way to text',
    '<b>{on ? <p>No <i /></p> : <p>Yes <i /></p>}</b>',
    /take its place/,
  ],
  ['text that a fragment is given', '<>{name}<i /></>', /fragment/],
];
const ACCEPTED: [name: string, body: string][] = [
  ['text alone', '<b>{name}</b>'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be looked at.
  ['one text of many', '<b>{`${count} artists`}</b>'],
  ['text beside what stays', '<b>Save <i /> now</b>'],
  ['wrapped text beside what comes', '<b>{on && <i />}<span>Save</span></b>'],
  ['a component that is always one element', '<b>Sent <Still /></b>'],
  ['text that gives way to its own', '<b>{on ? <p>No <i /></p> : <p>No <u /></p>}</b>'],
  [
    'two that React tells apart',
    '<b>{on ? <p key="n">No <i /></p> : <p key="y">Yes <i /></p>}</b>',
  ],
  ['spaces that JSX leaves out', '<b>\n  {on && <i />}\n  <span>Save</span>\n</b>'],
];
const fixture = (body: string, n: number) =>
  `export function C${n}({ on, name, count, list, children }: Props) { return ${body}; }`;
const FIXTURE = resolve('tests/translation-fixture.tsx');
const HEAD = `import type { ReactNode } from 'react';
interface Props { on: boolean; name: string; count: number; list: string[]; children?: ReactNode }
function Maybe({ on }: { on: boolean }) { return on && <i />; }
function Words({ name }: { name: string }) { return name; }
function Still() { return <time>now</time>; }
`;

describe('a page that the browser translates', () => {
  const product = execFileSync('git', ['ls-files', 'src/*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((path) => resolve(path));
  let program: ts.Program;

  beforeAll(() => {
    const unreadable = () => {
      throw new Error('tsconfig.json cannot be read');
    };
    const config = ts.getParsedCommandLineOfConfigFile(
      'tsconfig.json',
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: unreadable },
    );
    const options = config?.options ?? {};
    const host = ts.createCompilerHost(options);
    const bodies = [...REFUSED, ...ACCEPTED].map(([, body]) => body);
    const text = HEAD + bodies.map(fixture).join('\n');
    const read = host.getSourceFile;
    host.getSourceFile = (path, version, ...rest) =>
      path === FIXTURE
        ? ts.createSourceFile(path, text, version, true)
        : read(path, version, ...rest);
    program = ts.createProgram([...product, FIXTURE], options, host);
  });

  it('keeps every text in an element of its own, so that React never looks for it in vain', () => {
    expect(product.length).toBeGreaterThan(200);
    expect(product.flatMap((path) => translationFindings(program, path))).toEqual([]);
  });

  const reasonsOf = (n: number) => {
    const file = program.getSourceFile(FIXTURE);
    const at = file?.statements.find(
      (one) => ts.isFunctionDeclaration(one) && one.name?.text === `C${n}`,
    );
    const lines = [at?.getStart() ?? 0, at?.end ?? 0].map(
      (place) => (file?.getLineAndCharacterOfPosition(place).line ?? 0) + 1,
    ) as [number, number];
    return translationFindings(program, FIXTURE)
      .filter(({ line }) => line >= lines[0] && line <= lines[1])
      .map(({ reason }) => reason);
  };

  it.each(REFUSED.map(([name, , reason], n) => [name, n, reason] as const))(
    'refuses %s',
    (_, n, reason) => expect(reasonsOf(n).join()).toMatch(reason),
  );
  it.each(ACCEPTED.map(([name], n) => [name, REFUSED.length + n] as const))('accepts %s', (_, n) =>
    expect(reasonsOf(n)).toEqual([]),
  );
});
