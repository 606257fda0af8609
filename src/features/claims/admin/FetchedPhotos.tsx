import type { ImportedPhotos } from '../import-photos.ts';

/** How many photos of an import were fetched, and why others could not be. */
export function FetchedPhotos({ photos, fetched, waiting, problems }: ImportedPhotos) {
  const parts = [
    `${fetched} of ${photos} photos`,
    waiting > 0 && `${waiting} on the way`,
    problems.length > 0 && `${problems.length} failed`,
  ];
  return (
    <div className="w-full space-y-2 text-sm">
      <p role="status">{parts.filter(Boolean).join(' · ')}</p>
      {problems.length > 0 && (
        <ul aria-label="Photos that could not be fetched" className="space-y-1">
          {problems.map(({ name, url, problem }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two artists may have one name and one photo
            <li key={at} className="wrap-anywhere">
              <strong>{`${name}: `}</strong>
              <span>{problem}</span> <q className="text-ink-2">{url}</q>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
