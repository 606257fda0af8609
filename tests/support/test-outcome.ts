import path from 'node:path';
import { ROOT } from '#node/root.ts';

/**
 * What one part of `npm test` came to. `skipped` cannot run on this machine, which is not what the command leaves out
 * on purpose; `notes` name what failed or was skipped.
 */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  notes: string[];
  /** What failed and can be tried again, each with its note. */
  failures?: Failure[];
  /** What passed only when it was tried again. */
  repeated?: string[];
}

/** A test that failed: the file as its runner names it, the name (null for the whole file) and the line of a story. */
export interface Failure {
  file: string;
  name: string | null;
  line?: number;
  note: string;
}

/** The part of vitest's JSON report that is read here. */
export interface UnitReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: {
      status: string;
      fullName: string;
      tags?: string[];
      failureMessages?: string[] | null;
    }[];
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
  specs: { title: string; line?: number; tests: { status: string; results?: StoryTry[] }[] }[];
  suites?: StorySuite[];
}
interface StoryTry {
  errors?: { message?: string; location?: { file: string; line: number } }[];
}

const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0, notes: [] };
// Colours of a terminal, which the reports keep: \u001b[31m and the like.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const firstLine = (text = '') => text.replace(COLOUR, '').split('\n')[0] ?? '';
/** Longer reasons are cut: what was expected and what came is at their beginning. */
const REASON_LENGTH = 500;

/**
 * Reads vitest's report; a file that does not load counts as one failure. Of the tests that did not run, those
 * that were wanted by their tags are skipped.
 */
export function unitOutcome(
  report: UnitReport | null,
  wants: (tags: readonly string[]) => boolean = () => true,
): Outcome {
  if (!report) return NOTHING;
  const notes: string[] = [];
  const failures: Failure[] = [];
  const fail = (failure: Failure) => {
    notes.push(failure.note);
    failures.push(failure);
  };
  let skipped = 0;
  for (const { name, status, message, assertionResults: tests } of report.testResults) {
    const file = path.relative(ROOT, name);
    const failed = tests.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0)
      fail({ file, name: null, note: `FAILED ${file}: ${firstLine(message)}` });
    for (const { fullName, failureMessages } of failed)
      fail({
        file,
        name: fullName,
        note: `FAILED ${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`,
      });
    const missed = tests.filter(({ status, tags = [] }) => status === 'skipped' && wants(tags));
    if (missed.length > 0) notes.push(`SKIPPED ${missed.length} of ${tests.length} in ${file}`);
    skipped += missed.length;
  }
  return { passed: report.numPassedTests, failed: failures.length, skipped, notes, failures };
}

/** Reads Playwright's report; a story that passed only when repeated has failed. */
export function storyOutcome(report: StoryReport | null): Outcome {
  if (!report) return NOTHING;
  const failures = report.suites.flatMap(failedStories);
  const notes = failures.map(({ note }) => note);
  for (const error of report.errors ?? []) notes.push(`FAILED ${firstLine(error.message)}`);
  const { expected = 0, skipped = 0 } = report.stats;
  return { passed: expected, failed: notes.length, skipped, notes, failures };
}

function failedStories(suite: StorySuite): Failure[] {
  const { file } = suite;
  const own = suite.specs.flatMap(({ title, line, tests }) =>
    tests.flatMap(({ status, results = [] }): Failure[] => {
      if (status !== 'unexpected' && status !== 'flaky') return [];
      const note = [`FAILED ${file} › ${title}`, ...results.flatMap(reasons)].join('\n  ');
      return [{ file, name: title, ...(line && { line }), note }];
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failedStories)];
}

/** Why one try of a story failed, a line for each error: where, what was expected and what came. */
function reasons({ errors = [] }: StoryTry): string[] {
  return errors.map(({ message = '', location }) => {
    const text = message.replace(COLOUR, '').replace(/\s+/g, ' ').slice(0, REASON_LENGTH);
    return location ? `${path.basename(location.file)}:${location.line}: ${text}` : text;
  });
}

/**
 * The outcome of a whole part: a tool that ended badly has failed, whatever its report says
 * (an unhandled error, no report at all), and that is said.
 */
export function whole(title: string, ok: boolean, outcome: Outcome): Outcome {
  if (ok || outcome.failed > 0) return outcome;
  const note = `FAILED ${title}: it ended with an error, and no test of it failed`;
  return { ...outcome, failed: 1, notes: [...outcome.notes, note] };
}
