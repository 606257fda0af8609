import { useEffect, useState } from 'react';
import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { Skeletons } from '#ui/skeletons.tsx';
import { When } from '#ui/When.tsx';
import { OperatorDetails } from './OperatorDetails.tsx';
import { readPublishing, readRelease, requestPublish } from './publishing.api.ts';
import { jobState, type Publishing, type ReleaseSummary, releasedAt } from './publishing.ts';

type Kind = 'rebuild' | 'rollback';
const REQUESTS: Record<Kind, { title: string; confirm: string; done: string }> = {
  rebuild: {
    title: 'Rebuild all pages?',
    confirm: 'Rebuild All',
    done: ADMIN_TOASTS.rebuildRequested,
  },
  rollback: {
    title: 'Go back to the previous release?',
    confirm: 'Roll Back',
    done: ADMIN_TOASTS.rollbackRequested,
  },
};
const REFRESH_MS = 4000;

/** Whether visitors see what was saved, and the two things an admin can ask for. */
export function PublishingTab() {
  const publishing = useLoad(readPublishing);
  const release = useLoad(readRelease);
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
      {publishing.failed && <LoadFailed text="Publishing didn’t load." onRetry={reload} />}
      {!publishing.data && !publishing.failed && <Skeletons count={1} list="" each="h-10" />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsked('rebuild')}>
          Rebuild All
        </Button>
        {release.data?.previous !== null && (
          <Button variant="danger" onClick={() => setAsked('rollback')}>
            Roll Back
          </Button>
        )}
      </div>
      {publishing.data && <OperatorDetails publishing={publishing.data} release={release} />}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? REQUESTS[asked].title : ''}
        confirmLabel={asked ? REQUESTS[asked].confirm : ''}
        busy={busy}
        onConfirm={() => asked && void run(asked)}
      >
        {asked === 'rebuild' && <p>The current pages stay up until then.</p>}
        {asked === 'rollback' && <RollBackTo release={release.data} publishing={publishing.data} />}
      </ConfirmDialog>
    </div>
  );
}

interface RollBackToProps {
  release: ReleaseSummary | null | undefined;
  publishing: Publishing | null | undefined;
}

/** Which release comes back, and what visitors no longer see then, as far as either is known. */
function RollBackTo({ release, publishing }: RollBackToProps) {
  const since = releasedAt(release?.previous);
  const later = publishing?.jobs.filter(({ ok, started_at }) => ok && since && started_at > since);
  return (
    <>
      {since && (
        <p>
          Visitors see the pages of release <code>{release?.previous}</code>, made{' '}
          <When iso={since} />.
        </p>
      )}
      {later && later.length > 0 && (
        <p>{`${plural(later.length, 'update')} since then will not show.`}</p>
      )}
    </>
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
          Last change <When iso={last.finished_at} />.
        </span>
      )}
    </p>
  );
}
