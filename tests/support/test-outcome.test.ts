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
});
