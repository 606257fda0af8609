import { useMemo, useState } from 'react';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Column } from '#ui/Table.tsx';
import { type AdminPictureReport, REPORT_REASON_LABELS, reportedWhere } from '../picture-report.ts';
import { dismissPictureReport } from '../picture-reports.api.ts';
import { listPictureReports } from '../reports.api.ts';
import { TakeDown } from './TakeDown.tsx';

const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'taken_down', label: 'Taken down' },
];
const RULES = {
  filters: FILTERS.map(({ value }) => value),
  sorts: ['created_at', 'reason', 'about'],
  initial: { sort: 'created_at', desc: true },
};

interface Actions {
  takeDown: (report: AdminPictureReport) => void;
  changed: () => void;
}

const columnsFor = (actions: Actions): readonly Column<AdminPictureReport>[] => [
  {
    key: 'about',
    header: 'Photo',
    rowHeader: true,
    cell: (report) => <Pictured report={report} />,
  },
  {
    key: 'reason',
    header: 'What is wrong',
    wide: true,
    cell: (report) => <Words report={report} />,
  },
  dateColumn('Reported'),
  { key: 'act', header: 'Decision', cell: (report) => <Act report={report} {...actions} /> },
];

/** Pictures that a visitor says should not be public. */
export function ReportsTab() {
  const table = useTable(listPictureReports, RULES);
  const [taking, setTaking] = useState<AdminPictureReport | null>(null);
  const { reload } = table;
  const columns = useMemo(() => columnsFor({ takeDown: setTaking, changed: reload }), [reload]);
  return (
    <>
      <ListView
        table={table}
        title="Reports"
        columns={columns}
        keyOf={({ id }) => id}
        searchLabel="Search artist, mural or words"
        filters={FILTERS}
        csv={CSV}
        empty="No reported photos."
      />
      <TakeDown report={taking} onClose={() => setTaking(null)} onDone={reload} />
    </>
  );
}

function Pictured({ report }: { report: AdminPictureReport }) {
  const { picture, page, shown, by_client } = report;
  return (
    <a
      href={page}
      className="group flex min-w-[min(10rem,100%)] items-center gap-3 font-normal underline-offset-4 hover:underline"
    >
      {shown ? (
        <SmallCopy
          url={picture}
          alt=""
          sizes="6rem"
          className="size-24 shrink-0 rounded-control bg-line object-contain"
        />
      ) : (
        <span className="grid size-24 shrink-0 place-items-center rounded-control bg-line/50 text-center text-ink-2 text-sm">
          Not shown
        </span>
      )}
      <span className="min-w-0 wrap-anywhere">
        <span>{reportedWhere(report)}</span>
        {by_client && <span className="block text-ink-2 text-sm">In a client’s review</span>}
      </span>
    </a>
  );
}

function Words({ report }: { report: AdminPictureReport }) {
  const { reason, words, email, others } = report;
  return (
    <div className="max-w-prose space-y-1 whitespace-pre-line wrap-anywhere">
      <p className="font-semibold">{REPORT_REASON_LABELS[reason]}</p>
      {words && <p>{words}</p>}
      {email && <p className="text-ink-2 text-sm">{`Wants an answer: ${email}`}</p>}
      {others > 0 && (
        <p className="text-ink-2 text-sm">{`${others === 1 ? 'One more report' : `${others} more reports`} of it`}</p>
      )}
    </div>
  );
}

function Act({ report, takeDown, changed }: Actions & { report: AdminPictureReport }) {
  const { busy, run } = useAction(async () => {
    await dismissPictureReport(report.id);
    void toast.success(ADMIN_TOASTS.reportDismissed);
    changed();
  }, ADMIN_TOASTS.dismissFailed);
  if (report.decision === 'taken_down') return <Badge tone="danger">Taken down</Badge>;
  if (report.decision) return <Badge>Dismissed</Badge>;
  const about = `a photo of ${reportedWhere(report)}`;
  return (
    <div className="flex flex-wrap gap-2">
      <SmallButton
        busy={busy}
        aria-label={`Dismiss the report of ${about}`}
        onClick={() => void run()}
      >
        Dismiss
      </SmallButton>
      <Button
        variant="danger"
        size="sm"
        aria-label={`Take down ${about}`}
        onClick={() => takeDown(report)}
      >
        Take Down
      </Button>
    </div>
  );
}

const CSV = [
  { header: 'Reported', value: (report: AdminPictureReport) => report.created_at },
  { header: 'Page', value: (report: AdminPictureReport) => report.page },
  { header: 'Photo', value: (report: AdminPictureReport) => report.picture },
  {
    header: 'What is wrong',
    value: (report: AdminPictureReport) => REPORT_REASON_LABELS[report.reason],
  },
  { header: 'Words', value: (report: AdminPictureReport) => report.words },
  { header: 'Decision', value: (report: AdminPictureReport) => report.decision },
  { header: 'Decided', value: (report: AdminPictureReport) => report.decided_at },
];
