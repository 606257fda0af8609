import { useState } from 'react';
import { FilePicker } from '#features/pictures/chosen/FilePicker.tsx';
import { plural } from '#lib/format.ts';
import { capitalised } from '#lib/place.ts';
import { toCsv } from '#ui/admin-list/csv.ts';
import { downloadText } from '#ui/admin-list/download.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { holdSection, useRefocus } from '#ui/hooks/use-refocus.ts';
import { PartHeading } from '#ui/PartHeading.tsx';
import type { Pieces } from '#ui/pieces.ts';
import type { ImportKind } from '../import.ts';
import { byWeight, type ImportLine, importCounts } from '../import-line.ts';
import { ImportTable } from './ImportTable.tsx';
import { type ImportPlan, type SendImport, useImport } from './use-import.ts';

interface Props {
  kind: ImportKind;
  /** 'artists'. */
  what: string;
  send: SendImport;
  /** What becomes of what is new. */
  hint: string;
  /** What can be done with the lines once they are imported. */
  after?: (lines: readonly ImportLine[]) => Pieces;
  onDone: () => void;
  onClose: () => void;
}

/** A file of artists or murals: chosen, shown as what it would change, imported. */
export function ImportView({ kind, what, send, hint, after, onDone, onClose }: Props) {
  const { plan, problem, busy, importing, choose, run } = useImport(kind, send, onDone);
  const template = () =>
    downloadText(
      `${what}-template.csv`,
      toCsv(
        Object.keys(kind.headings).map((header) => ({ header, value: () => '' })),
        [],
      ),
      'text/csv;charset=utf-8',
    );
  return (
    <section aria-labelledby="import-heading" className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="import-heading" className="font-display text-2xl">{`Import ${what}`}</h2>
        <SmallButton onClick={onClose}>{`Back to ${capitalised(what)}`}</SmallButton>
      </div>
      <p className="max-w-prose text-ink-2">
        A CSV file with one line for each. The first line names the columns; one must be “
        <span>{kind.required}</span>”. Empty and unclear cells change nothing. <span>{hint}</span>{' '}
        You’ll see the changes first.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <FilePicker
          label={plan ? 'Choose Another File' : 'Choose a CSV File'}
          accept=".csv,text/csv,text/plain"
          disabled={busy || importing}
          onFiles={choose}
        />
        <Button variant="ghost" onClick={template}>
          Download a Template
        </Button>
        {/* Its room stays: a press must not miss what has just moved. */}
        <p role="status" className="min-h-6 w-full text-ink-2 text-sm">
          {busy ? 'Reading the file…' : ''}
        </p>
      </div>
      {problem && (
        <p role="alert" className="rounded-control border border-danger px-4 py-3 wrap-anywhere">
          {problem}
        </p>
      )}
      {plan && !problem && !busy && (
        <Planned plan={plan} what={what} busy={importing} after={after} onRun={run} />
      )}
    </section>
  );
}

interface PlannedProps extends Pick<Props, 'what' | 'after'> {
  plan: ImportPlan;
  busy: boolean;
  onRun: (leftOut: ReadonlySet<number>) => void;
}

function Planned({ plan, what, busy, after, onRun }: PlannedProps) {
  const [leftOut, leaveOut] = useState<ReadonlySet<number>>(new Set());
  useRefocus(plan.done, () => (plan.done ? document.getElementById('imported') : null));
  const counts = importCounts(plan.lines);
  const changes = counts.create + counts.update - (plan.done ? 0 : leftOut.size);
  const lines = byWeight(plan.lines, plan.doubts);
  const choose = (line: number, on: boolean) =>
    leaveOut((before) => new Set(on ? [...before].filter((n) => n !== line) : [...before, line]));
  return (
    <div className="space-y-5">
      <PartHeading id="imported" title={plan.fileName} line={plan.done ? 'Imported.' : ''} />
      <Counts counts={counts} doubts={plan.doubts.size} done={plan.done} />
      {plan.encoding && <p className="text-sm">{plan.encoding}</p>}
      {plan.file.notes.size > 0 && (
        <p className="text-sm">
          <span>{plural(plan.file.notes.size, 'line')}</span> with cells that were not clear: see
          “Left out” below.
        </p>
      )}
      {plan.file.ignored.length > 0 && (
        <p className="text-ink-2 text-sm wrap-anywhere">{`Ignored columns: ${plan.file.ignored.join(', ')}`}</p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {!plan.done && changes > 0 && (
          <Button
            busy={busy}
            onClick={() => {
              holdSection('imported');
              onRun(leftOut);
            }}
          >
            {counts.errors > 0
              ? `Import the Other ${changes} ${capitalised(what)}`
              : `Import ${changes} ${capitalised(what)}`}
          </Button>
        )}
        {plan.done && after?.(plan.lines)}
        {counts.errors > 0 && (
          <Button variant="secondary" onClick={() => saveErrors(lines, what)}>
            Save the Errors as CSV
          </Button>
        )}
        <p role="status" className="text-ink-2 text-sm">
          {statusOf(plan.done, changes, counts.errors)}
        </p>
      </div>
      <ImportTable plan={plan} lines={lines} leftOut={leftOut} onChoose={choose} />
    </div>
  );
}

function statusOf(done: boolean, changes: number, errors: number): string {
  if (done) return '';
  if (changes === 0) return 'There is nothing to import.';
  if (errors > 0) return 'Nothing is imported yet. Lines with errors are left out.';
  return 'Nothing is imported yet.';
}

const COUNTED = [
  ['errors', 'errors', 'errors'],
  ['create', 'new', 'added'],
  ['update', 'to change', 'changed'],
  ['same', 'unchanged', 'unchanged'],
  ['kept', 'already claimed', 'already claimed'],
] as const;

interface CountsProps {
  counts: ReturnType<typeof importCounts>;
  doubts: number;
  done: boolean;
}

function Counts({ counts, doubts, done }: CountsProps) {
  return (
    <ul aria-label="What becomes of the lines" className="flex flex-wrap gap-3">
      {COUNTED.filter(([key]) => counts[key] > 0).map(([key, planned, past]) => (
        <li
          key={key}
          className={`min-w-[min(7rem,100%)] rounded-card border bg-paper-2 px-4 py-3 ${
            key === 'errors' && counts.errors > 0 ? 'border-danger' : 'border-line'
          }`}
        >
          <span className="block font-display text-2xl tabular-nums">{counts[key]}</span>
          <span className="text-ink-2 text-sm">{done ? past : planned}</span>
        </li>
      ))}
      {doubts > 0 && !done && (
        <li className="min-w-[min(7rem,100%)] rounded-card border border-clay bg-paper-2 px-4 py-3">
          <span className="block font-display text-2xl tabular-nums">{doubts}</span>
          <span className="text-ink-2 text-sm">to check</span>
        </li>
      )}
    </ul>
  );
}

function saveErrors(lines: readonly ImportLine[], what: string): void {
  const rows = lines.flatMap(({ line, name, errors }) =>
    errors.map((error) => ({ line, name, ...error })),
  );
  const columns = [
    { header: 'Line', value: (row: (typeof rows)[number]) => row.line },
    { header: 'Name', value: (row: (typeof rows)[number]) => row.name },
    { header: 'Column', value: (row: (typeof rows)[number]) => row.field },
    { header: 'Error', value: (row: (typeof rows)[number]) => row.message },
  ];
  downloadText(`${what}-errors.csv`, toCsv(columns, rows), 'text/csv;charset=utf-8');
}
