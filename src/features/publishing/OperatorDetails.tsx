import { plural } from '#lib/format.ts';
import { type Loaded, useLoad } from '#ui/hooks/use-load.ts';
import { When } from '#ui/When.tsx';
import { PublishJobs } from './PublishJobs.tsx';
import { readStorageRoom } from './publishing.api.ts';
import { megabytes, type Publishing, type ReleaseSummary, type StorageRoom } from './publishing.ts';

interface Props {
  publishing: Publishing;
  /** Without data on a host that has no releases of its own. */
  release: Loaded<ReleaseSummary | null>;
}

/** Releases, backups, room for uploads and the last runs: what the operator of the server wants to know. */
export function OperatorDetails({ publishing, release }: Props) {
  const { data: room } = useLoad(readStorageRoom);
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold">For the Operator</summary>
      <div className="mt-4 space-y-8">
        <State publishing={publishing} release={releaseText(release)} />
        <LastBackup backup={release.data?.backup} />
        {room && <Uploads {...room} />}
        <PublishJobs jobs={publishing.jobs} />
      </div>
    </details>
  );
}

function releaseText({ data, busy, failed }: Props['release']): string {
  if (failed) return 'Unknown';
  if (busy && !data) return '…';
  return data?.release ?? 'Kept by the host';
}

/** Nothing where the host makes the backups. */
function LastBackup({ backup }: Pick<ReleaseSummary, 'backup'>) {
  if (backup === undefined) return null;
  if (backup === null)
    return (
      <p key="none" className="text-ink-2">
        No backup yet. The operator makes one with <code>npm run backup</code>.
      </p>
    );
  return (
    <p key="last" className="text-ink-2">
      Last backup <When iso={backup.at} />, <span>{megabytes(backup.bytes)}</span>.
    </p>
  );
}

function Uploads({ bytes, limit }: StorageRoom) {
  return (
    <p className="text-ink-2">
      {`Uploaded photos take ${megabytes(bytes)} of ${megabytes(limit)}${
        bytes < limit * 0.8 ? '.' : ': the operator should raise upload_total_mb soon.'
      }`}
    </p>
  );
}

function State({ publishing, release }: { publishing: Publishing; release: string }) {
  const open = publishing.requests.filter((request) => request.finished_at === null).length;
  const facts = [
    ['Current release', release],
    ['Waiting rebuilds', plural(open, 'request')],
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="rounded-card border border-line bg-paper-2 p-5 shadow-card">
          <dt className="text-ink-2 text-sm">{name}</dt>
          <dd className="font-display text-xl wrap-anywhere lg:text-2xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
