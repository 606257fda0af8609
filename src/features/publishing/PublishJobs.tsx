import { optionLabel } from '#lib/options.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { When } from '#ui/When.tsx';
import { jobDuration, jobError, jobRoutes, jobState, type PublishJob } from './publishing.ts';

const TONES: Record<ReturnType<typeof jobState>, BadgeTone> = {
  Done: 'leaf',
  Failed: 'danger',
  Running: 'river',
};

const COLUMNS: readonly Column<PublishJob>[] = [
  { key: 'kind', header: 'Job', rowHeader: true, cell: (job) => optionLabel(job.kind) },
  {
    key: 'state',
    header: 'State',
    fit: true,
    cell: (job) => <Badge tone={TONES[jobState(job)]}>{jobState(job)}</Badge>,
  },
  {
    key: 'started',
    header: 'Started',
    fit: true,
    cell: (job) => <When iso={job.started_at} />,
  },
  {
    key: 'duration',
    header: 'Duration',
    numeric: true,
    fit: true,
    cell: (job) => jobDuration(job) ?? '…',
  },
  {
    key: 'routes',
    header: 'Routes',
    wide: true,
    cell: (job) => (
      <>
        <span>{jobRoutes(job)}</span>
        {jobError(job) && <p className="text-danger text-sm">{jobError(job)}</p>}
      </>
    ),
  },
];

/** The publisher's last runs, newest first. */
export function PublishJobs({ jobs }: { jobs: readonly PublishJob[] }) {
  return (
    <section aria-labelledby="last-jobs" className="space-y-4">
      <h2 id="last-jobs" className="font-display text-2xl">
        Last jobs
      </h2>
      {jobs.length > 0 ? (
        <Table caption="Last jobs" columns={COLUMNS} rows={jobs} keyOf={(job) => job.id} />
      ) : (
        <EmptyState title="No jobs yet" />
      )}
    </section>
  );
}
