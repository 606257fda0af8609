import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#node/root.ts';
import {
  type StoryReport,
  storyOutcome,
  type UnitReport,
  unitOutcome,
  whole,
} from './test-outcome.ts';

const unit = (more: Partial<UnitReport['testResults'][0]>): UnitReport => ({
  numPassedTests: 3,
  testResults: [
    { name: path.join(ROOT, 'src/a.test.ts'), status: 'passed', assertionResults: [], ...more },
  ],
});

describe('unit tests', () => {
  it('names a failed test with the first line of its reason', () => {
    const failure = {
      status: 'failed',
      fullName: 'adds',
      failureMessages: ['\u001b[31mno\u001b[39m\nat x'],
    };
    expect(unitOutcome(unit({ status: 'failed', assertionResults: [failure] }))).toMatchObject({
      passed: 3,
      failed: 1,
      skipped: 0,
      notes: ['FAILED src/a.test.ts › adds: no'],
      failures: [{ file: 'src/a.test.ts', name: 'adds' }],
    });
  });

  it('names a file that does not load', () => {
    expect(unitOutcome(unit({ status: 'failed', message: 'no such module' }))).toMatchObject({
      failed: 1,
      notes: ['FAILED src/a.test.ts: no such module'],
    });
  });

  it('tells what this machine cannot run from what was not asked for', () => {
    const test = { status: 'skipped', fullName: 'mounts' };
    const report = unit({ assertionResults: [test, { ...test, tags: ['long'] }] });
    expect(unitOutcome(report, (tags) => !tags.includes('long'))).toMatchObject({
      skipped: 1,
      notes: ['SKIPPED 1 of 2 in src/a.test.ts'],
    });
  });

  it('says nothing of what passed', () => {
    expect(unitOutcome(unit({}))).toMatchObject({ passed: 3, failed: 0, skipped: 0, notes: [] });
  });
});

describe('stories', () => {
  const story = (status: string, errors: StoryReport['errors'] = []): StoryReport => ({
    stats: { expected: 5, flaky: status === 'flaky' ? 1 : 0 },
    errors,
    suites: [
      {
        file: 'q.spec.ts',
        specs: [],
        suites: [{ file: 'q.spec.ts', specs: [{ title: 'asks', line: 7, tests: [{ status }] }] }],
      },
    ],
  });

  it('names one that failed, however deep', () => {
    expect(storyOutcome(story('unexpected'))).toMatchObject({
      passed: 5,
      failed: 1,
      skipped: 0,
      notes: ['FAILED q.spec.ts › asks'],
      failures: [{ file: 'q.spec.ts', name: 'asks', line: 7 }],
    });
  });

  it('fails one that passed only when it was repeated', () => {
    expect(storyOutcome(story('flaky'))).toEqual(storyOutcome(story('unexpected')));
  });

  it('says where and why each try failed', () => {
    const report = story('unexpected');
    const [test] = report.suites[0]?.suites?.[0]?.specs[0]?.tests ?? [];
    if (!test) throw new Error('no story');
    const message = '\u001b[31mError\u001b[39m: not there\n\n  Expected: "x"\n  Received: "y"';
    test.results = [
      { errors: [{ message, location: { file: '/somewhere/q.spec.ts', line: 7 } }] },
      { errors: [{ message: `gone ${'.'.repeat(600)}` }] },
    ];
    const [note = ''] = storyOutcome(report).notes;
    const [title, first, second] = note.split('\n');
    expect(title).toBe('FAILED q.spec.ts › asks');
    expect(first).toBe('  q.spec.ts:7: Error: not there Expected: "x" Received: "y"');
    expect(second).toMatch(/^ {2}gone \.+$/);
    expect(second?.length).toBeLessThan(510);
  });

  it('names an error outside of any story', () => {
    expect(storyOutcome(story('expected', [{ message: 'no config' }]))).toMatchObject({
      failed: 1,
    });
  });
});

describe('a tool that ends badly', () => {
  it('fails although no test did', () => {
    expect(whole('Stories', false, { passed: 5, failed: 0, skipped: 0, notes: [] })).toMatchObject({
      failed: 1,
    });
    expect(whole('Stories', false, storyOutcome(null))).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is not counted twice', () => {
    const outcome = { passed: 5, failed: 2, skipped: 0, notes: ['FAILED a', 'FAILED b'] };
    expect(whole('Stories', false, outcome)).toBe(outcome);
    expect(whole('Stories', true, { ...outcome, failed: 0 })).toMatchObject({ failed: 0 });
  });
});
