import { useEffect, useState } from 'react';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { toast } from '#ui/toast.ts';
import { useAction } from '#ui/use-action.ts';
import { useLoad } from '#ui/use-load.ts';
import { When } from '#ui/When.tsx';
import { PublishJobs } from './PublishJobs.tsx';
import { readPublishing, readRelease, readStorageRoom, requestPublish } from './publishing.api.ts';
import {
  type Backup,
  jobState,
  megabytes,
  type Publishing,
  type StorageRoom,
} from './publishing.ts';

type Kind = 'rebuild' | 'rollback';
const REQUESTS: Record<Kind, { title: string; confirm: string; text: string; done: string }> = {
  rebuild: {
    title: 'Rebuild all pages?',
    confirm: 'Rebuild all',
    text: 'Visitors see the current pages until the new ones are ready.',
    done: ADMIN_TOASTS.rebuildRequested,
  },
  rollback: {
    title: 'Go back to the previous release?',
    confirm: 'Roll back',
    text: 'Visitors see the pages of the release before this one. Rebuild all brings later changes back.',
    done: ADMIN_TOASTS.rollbackRequested,
  },
};
const REFRESH_MS = 4000;

/** What is live, what waits, what ran, and the two things an operator can ask for. */
export function PublishingTab() {
  const publishing = useLoad(readPublishing);
  const release = useLoad(readRelease);
  const room = useLoad(readStorageRoom);
  const [asked, setAsked] = useState<Kind | null>(null);

  const reload = publishing.reload;
  const reloadRelease = release.reload;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      reload();
      reloadRelease();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload, reloadRelease]);

  const { busy, run } = useAction(async (kind: Kind) => {
    try {
      await requestPublish(kind);
      toast.success(REQUESTS[kind].done);
      reload();
    } finally {
      setAsked(null);
    }
  }, ADMIN_TOASTS.publishFailed);

  return (
    <div className="space-y-8">
      {publishing.data && <UpToDate {...publishing.data} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsked('rebuild')}>
          Rebuild all
        </Button>
        <Button variant="danger" onClick={() => setAsked('rollback')}>
          Rollback
        </Button>
      </div>
      {publishing.failed && <LoadFailed what="Publishing" onRetry={reload} />}
      {!publishing.data && !publishing.failed && <PublishingLoading />}
      {publishing.data && (
        <>
          <State publishing={publishing.data} release={releaseText(release)} />
          <LastBackup backup={release.data?.backup} />
          {room.data && <Uploads {...room.data} />}
          <PublishJobs jobs={publishing.data.jobs} />
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? REQUESTS[asked].title : ''}
        confirmLabel={asked ? REQUESTS[asked].confirm : ''}
        busy={busy}
        onConfirm={() => asked && void run(asked)}
      >
        {asked && REQUESTS[asked].text}
      </ConfirmDialog>
    </div>
  );
}

/** Whether visitors see what was saved. */
function UpToDate({ pending, jobs }: Publishing) {
  const [last] = jobs;
  const state =
    last && jobState(last) === 'Failed'
      ? 'The last update failed.'
      : pending === 0
        ? 'Everything is up to date.'
        : `${plural(pending, 'change')} on the way.`;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <strong className="font-display text-2xl">{state}</strong>
      {last?.finished_at && (
        <span className="text-ink-2">
          Last update <When iso={last.finished_at} />
        </span>
      )}
    </p>
  );
}

function PublishingLoading() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading…</span>
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-40" />
    </div>
  );
}

type Release = ReturnType<typeof useLoad<Awaited<ReturnType<typeof readRelease>>>>;

function releaseText({ data, busy, failed }: Release): string {
  if (failed) return 'Unknown';
  if (busy && !data) return '…';
  return data?.release ?? 'Kept by the host';
}

/** Nothing where the host makes the backups. */
function LastBackup({ backup }: { backup: Backup | null | undefined }) {
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
