import { When } from '#ui/When.tsx';
import { noteLine, type Part, type Told } from './payment.ts';

/** Everything that happened to a part, behind its title. */
export function PartNotes({ money, part }: { money: Told; part: Part }) {
  const notes = money.notes.filter((note) => note.part === part.id);
  // One alone is what stands above it.
  if (notes.length < 2) return null;
  return (
    <details className="-my-2">
      <summary className="min-h-11 cursor-pointer py-2 text-ink-2">History</summary>
      <ol className="flex flex-col gap-3 text-sm">
        {notes.map((note) => (
          <li key={note.id} className="border-line border-l-2 pl-4 wrap-anywhere">
            <p>{noteLine(money, note)}</p>
            {note.note && <p className="whitespace-pre-line">{note.note}</p>}
            <p className="text-ink-2">
              <When iso={note.created_at} />
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
