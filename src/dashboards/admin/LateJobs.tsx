import { paths } from '#config/paths.ts';
import { actionText } from '#features/jobs/steps.ts';
import { SmallButton } from '#ui/Button.tsx';
import { When } from '#ui/When.tsx';
import { AdminNeed, NeedGroup } from './NeedGroup.tsx';
import type { LateJob } from './needs.ts';
import type { NeedsProps } from './RequestNeeds.tsx';

/** Payments that are disputed or a week overdue, and agreements that wait for a week. */
export function LateJobs({ needs, onOpen }: Pick<NeedsProps, 'needs' | 'onOpen'>) {
  const rows = (of: typeof needs.payments) =>
    of.rows.map((job) => <Job key={job.lead_id + job.artist_id} job={job} onOpen={onOpen} />);
  const { payments, agreements } = needs;
  const all = paths.adminLeads('late');
  return (
    <>
      <NeedGroup title="Payments disputed or overdue" of={payments} href={all}>
        {rows(payments)}
      </NeedGroup>
      <NeedGroup title="Agreements waiting for a week" of={agreements} href={all}>
        {rows(agreements)}
      </NeedGroup>
    </>
  );
}

function Job({ job, onOpen }: { job: LateJob; onOpen: NeedsProps['onOpen'] }) {
  const { lead_id, artist, client, side, turn } = job;
  const who = `${client ?? 'A client'} and ${artist}`;
  return (
    <AdminNeed
      title={who}
      actions={
        <SmallButton aria-label={`Open the request of ${who}`} onClick={() => onOpen(lead_id)}>
          Open
        </SmallButton>
      }
    >
      <p>
        <span>{`${side === 'artist' ? artist : (client ?? 'The client')}: ${actionText(turn)}`}</span>
        {turn.since && (
          <span>
            <span>{' · since '}</span>
            <When iso={turn.since} />
          </span>
        )}
      </p>
    </AdminNeed>
  );
}
