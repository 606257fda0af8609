import type { ImportLine } from '../import-line.ts';
import { hasPhotos, type ImportedPhotos } from '../import-photos.ts';
import { useImportedPhotos } from './use-imported-photos.ts';

/** What becomes of the photos that the lines of an import name; nothing where they name none. */
export function FetchedPhotos({ lines }: { lines: readonly ImportLine[] }) {
  const photos = useImportedPhotos(
    lines.flatMap((line) => (line.slug && hasPhotos(line) ? [line.slug] : [])),
  );
  if (!photos?.photos) return null;
  return (
    <div className="w-full space-y-2 text-sm">
      <p role="status">{summary(photos)}</p>
      {photos.problems.length > 0 && (
        <ul aria-label="Photos that could not be fetched" className="space-y-1">
          {photos.problems.map(({ name, url, problem }) => (
            <li key={`${name} ${url}`} className="wrap-anywhere">
              <strong>{`${name}: `}</strong>
              <span>{problem}</span> <q className="text-ink-2">{url}</q>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summary({ photos, fetched, waiting, problems }: ImportedPhotos): string {
  const parts = [
    `${fetched} of ${photos} photos fetched`,
    waiting > 0 && `${waiting} on the way`,
    problems.length > 0 && `${problems.length} could not be`,
  ];
  return parts.filter(Boolean).join(' · ');
}
