import { useState } from 'react';
import { spokenName } from '#lib/words.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import type { ImportNote } from '../import.ts';
import { type ImportLine, valueText } from '../import-line.ts';
import type { ImportPlan } from './use-import.ts';

interface Props {
  plan: ImportPlan;
  /** In the order in which they are shown. */
  lines: readonly ImportLine[];
  leftOut: ReadonlySet<number>;
  onChoose: (line: number, on: boolean) => void;
}

/** More than that are shown by a press: a page of thousands of rows is slow to draw. */
const SHOWN = 100;

const WORDS: Record<string, { planned: string; past: string; tone: BadgeTone }> = {
  errors: { planned: 'Error', past: 'Left out', tone: 'danger' },
  create: { planned: 'New', past: 'Added', tone: 'leaf' },
  update: { planned: 'Change', past: 'Changed', tone: 'river' },
  same: { planned: 'Unchanged', past: 'Unchanged', tone: 'neutral' },
  kept: { planned: 'Already claimed', past: 'Already claimed', tone: 'neutral' },
};

function columnsFor({ plan, leftOut, onChoose }: Omit<Props, 'lines'>): Column<ImportLine>[] {
  const { done, doubts, file } = plan;
  const tick: Column<ImportLine> = {
    key: 'import',
    header: 'Import',
    fit: true,
    cell: ({ line, action }) =>
      (action === 'create' || action === 'update') && (
        <Checkbox
          hideLabel
          label={`Import line ${line}`}
          checked={!leftOut.has(line)}
          onChange={({ target }) => onChoose(line, target.checked)}
        />
      ),
  };
  return [
    ...(done ? [] : [tick]),
    { key: 'line', header: 'Line', numeric: true, fit: true, cell: ({ line }) => line },
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ name }) => name || '—',
    },
    {
      key: 'action',
      header: 'What happens',
      fit: true,
      cell: ({ action }) => {
        const word = WORDS[action ?? 'errors'];
        return word && <Badge tone={word.tone}>{done ? word.past : word.planned}</Badge>;
      },
    },
    {
      key: 'details',
      header: 'Details',
      wide: true,
      cell: (line) => (
        <>
          <Doubts doubts={(!done && doubts.get(line.line)) || []} />
          <Details line={line} />
          <Notes notes={file.notes.get(line.line) ?? []} />
        </>
      ),
    },
  ];
}

/** Every line of a file with what becomes of it, those with errors first. */
export function ImportTable({ lines, ...props }: Props) {
  const [shown, setShown] = useState(SHOWN);
  const columns = columnsFor(props);
  return (
    <div className="space-y-4">
      <Table
        caption="Rows"
        columns={columns}
        rows={lines.slice(0, shown)}
        keyOf={({ line }) => String(line)}
      />
      {lines.length > shown && (
        <Button
          variant="secondary"
          onClick={() => setShown(shown + 5 * SHOWN)}
        >{`Show more lines (${lines.length - shown})`}</Button>
      )}
    </div>
  );
}

function Details({ line: { errors, changes, action } }: { line: ImportLine }) {
  if (errors.length > 0) {
    return (
      <ul className="space-y-1 text-danger">
        {errors.map(({ field, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one field may be wrong twice for one reason
          <li key={at}>
            {field && <strong>{`${spokenName(field)}: `}</strong>}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    );
  }
  if (action === 'kept') return <span className="text-ink-2">Only its owner changes it.</span>;
  return (
    <ul className="space-y-1 text-sm">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="line-clamp-3">
          <strong>{`${spokenName(field)}: `}</strong>
          {action === 'update' && (
            <span>
              <del className="text-ink-2">{valueText(from)}</del> <span aria-hidden="true">
                →
              </span>{' '}
            </span>
          )}
          <ins className="no-underline">{valueText(to)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** What should be looked at before a line is imported. */
function Doubts({ doubts }: { doubts: readonly string[] }) {
  if (doubts.length === 0) return null;
  return (
    <ul aria-label="To look at" className="mb-1 font-semibold text-clay">
      {doubts.map((doubt, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two others may have the same name
        <li key={at}>{doubt}</li>
      ))}
    </ul>
  );
}

/** Cells that were not clear, as they stand in the file. */
function Notes({ notes }: { notes: readonly ImportNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Left out" className="mt-1 space-y-1 text-sm">
      {notes.map(({ field, cell, message }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two cells of one field may be left out for one reason
        <li key={at} className="line-clamp-3">
          <strong>{`${spokenName(field)}: `}</strong>
          <q className="text-ink-2">{cell}</q> <span>{`– ${message}`}</span>
        </li>
      ))}
    </ul>
  );
}
