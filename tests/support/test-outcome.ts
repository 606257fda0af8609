import path from 'node:path';
import { ROOT } from '#node/root.ts';

/** What one part of `npm test` came to; `notes` name what failed or had to be repeated. */
export interface Outcome {
  passed: number;
  failed: number;
  notes: string[];
}

/** The part of vitest's JSON report that is read here. */
export interface UnitReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

/** The part of Playwright's JSON report that is read here. */
export interface StoryReport {
  stats: Record<string, number>;
  suites: StorySuite[];
  errors?: { message?: string }[];
}
interface StorySuite {
  file: string;
  specs: { title: string; tests: { status: string; results?: StoryTry[] }[] }[];
  suites?: StorySuite[];
}
interface StoryTry {
  errors?: { message?: string; location?: { file: string; line: number } }[];
}

const NOTHING: Outcome = { passed: 0, failed: 0, notes: [] };
// Colours of a terminal, which the reports keep: \u001b[31m and the like.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const firstLine = (text = '') => text.replace(COLOUR, '').split('\n')[0] ?? '';
/** Longer reasons are cut: what was expected and what came is at their beginning. */
const REASON_LENGTH = 500;

/** Reads vitest's report; a file that does not load counts as one failure. */
export function unitOutcome(report: UnitReport | null): Outcome {
  if (!report) return NOTHING;
  const notes = report.testResults.flatMap((result) => {
    const file = { ...result, name: path.relative(ROOT, result.name) };
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && failed.length === 0) {
      return [`FAILED ${file.name}: ${firstLine(file.message)}`];
    }
    return failed.map(
      (test) => `FAILED ${file.name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`,
    );
  });
  return { passed: report.numPassedTests, failed: notes.length, notes };
}

/** Reads Playwright's report; a story that passed only when repeated counts as passed, and is named. */
export function storyOutcome(report: StoryReport | null): Outcome {
  if (!report) return NOTHING;
  const notes = [...report.suites.flatMap(storyNotes)];
  for (const error of report.errors ?? []) notes.push(`FAILED ${firstLine(error.message)}`);
  const { expected = 0, flaky = 0 } = report.stats;
  return { passed: expected + flaky, failed: notes.filter(isFailure).length, notes };
}

function storyNotes(suite: StorySuite): string[] {
  const words: Record<string, string> = { unexpected: 'FAILED', flaky: 'REPEATED' };
  const own = suite.specs.flatMap((spec) =>
    spec.tests.flatMap(({ status, results = [] }) => {
      const word = words[status];
      if (!word) return [];
      return [[`${word} ${suite.file} › ${spec.title}`, ...results.flatMap(reasons)].join('\n  ')];
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(storyNotes)];
}

/** Why one try of a story failed, a line for each error: where, what was expected and what came. */
function reasons({ errors = [] }: StoryTry): string[] {
  return errors.map(({ message = '', location }) => {
    const text = message.replace(COLOUR, '').replace(/\s+/g, ' ').slice(0, REASON_LENGTH);
    return location ? `${path.basename(location.file)}:${location.line}: ${text}` : text;
  });
}

const isFailure = (note: string) => note.startsWith('FAILED');

/**
 * The outcome of a whole part: a tool that ended badly has failed, whatever its report says
 * (an unhandled error, no report at all), and that is said.
 */
export function whole(title: string, ok: boolean, outcome: Outcome): Outcome {
  if (ok || outcome.failed > 0) return outcome;
  const note = `FAILED ${title}: it ended with an error, and no test of it failed`;
  return { ...outcome, failed: 1, notes: [...outcome.notes, note] };
}
