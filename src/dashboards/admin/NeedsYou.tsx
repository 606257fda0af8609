import { useEffect } from 'react';
import { OPEN_LEAD } from '#config/paths.ts';
import { LeadPanel } from '#features/leads/admin/LeadPanel.tsx';
import { lookedAt } from '#features/notifications/notices.store.ts';
import { plural } from '#lib/format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useOverlayParam } from '#ui/hooks/use-overlay-param.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeletons } from '#ui/skeletons.tsx';
import { type AdminNeeds, needsTotal } from './needs.ts';
import { OtherNeeds } from './OtherNeeds.tsx';
import { HeldNeeds, RequestNeeds } from './RequestNeeds.tsx';
import type { AdminNeedsState } from './use-needs.ts';

/** Everything that waits for an admin, with what can be done about it. */
export function NeedsYou({ needs: { data, failed, reload, refresh } }: { needs: AdminNeedsState }) {
  const { value: id, open, close } = useOverlayParam(OPEN_LEAD);
  useEffect(() => {
    if (id) lookedAt(id);
  }, [id]);
  const leads = data ? [data.unassigned, data.unanswered, data.held].flatMap((g) => g.rows) : [];
  return (
    <div className="space-y-8">
      {failed && <LoadFailed text="What needs you didn’t load." onRetry={reload} />}
      {!data && !failed && <Skeletons count={3} list="space-y-4" each="h-32" />}
      {data && <Groups needs={data} onOpen={open} onChanged={refresh} />}
      <LeadPanel id={id} list={leads} onOpen={open} onClose={close} onChanged={refresh} />
    </div>
  );
}

interface GroupsProps {
  needs: AdminNeeds;
  onOpen: (leadId: string) => void;
  onChanged: () => void;
}

function Groups({ needs, onOpen, onChanged }: GroupsProps) {
  const total = needsTotal(needs);
  return (
    <>
      <p role="status" className="sr-only">
        {total === 0 ? 'Nothing needs you' : `${plural(total, 'thing needs', 'things need')} you`}
      </p>
      {total === 0 && (
        <EmptyState title="Nothing needs you">
          Requests, reports, claims, papers and emails that need you appear here.
        </EmptyState>
      )}
      <RequestNeeds needs={needs} onOpen={onOpen} onChanged={onChanged} />
      <OtherNeeds needs={needs} onOpen={onOpen} onChanged={onChanged} />
      <HeldNeeds needs={needs} onOpen={onOpen} onChanged={onChanged} />
    </>
  );
}
