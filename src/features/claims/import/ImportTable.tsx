import { useMemo, useState } from 'react';
import { fieldLabel } from '#lib/words.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { type ImportLine, type ImportNote, valueText } from '../import.ts';

interface Props {
  lines: readonly ImportLine[];
  /** What was left out of them. */
  notes: ReadonlyMap<number, readonly ImportNote[]>;
  done: boolean;
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

function columnsFor(done: boolean, notes: Props['notes']): readonly Column<ImportLine>[] {
  return [
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
          <Details line={line} />
          <Notes notes={notes.get(line.line) ?? []} />
        </>
      ),
    },
  ];
}

/** Every line of a file with what becomes of it, those with errors first. */
export function ImportTable({ lines, notes, done }: Props) {
  const [shown, setShown] = useState(SHOWN);
  const columns = useMemo(() => columnsFor(done, notes), [done, notes]);
  return (
    <div className="space-y-4">
      <Table
        caption="Lines of the file"
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
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field && <strong>{`${fieldLabel(field)}: `}</strong>}
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
          <strong>{`${fieldLabel(field)}: `}</strong>
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

/** Cells that were not clear, as they stand in the file. */
function Notes({ notes }: { notes: readonly ImportNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Left out" className="mt-1 space-y-1 text-sm">
      {notes.map(({ field, cell, message }) => (
        <li key={`${field} ${message}`} className="line-clamp-3">
          <strong>{`${fieldLabel(field)}: `}</strong>
          <q className="text-ink-2">{cell}</q> <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
