import { useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { plural } from '#lib/format.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import type { Column } from '#ui/Table.tsx';
import { When } from '#ui/When.tsx';
import { listSubscribers } from '../newsletter.api.ts';
import type { NewsletterState, Subscriber } from '../newsletter.ts';
import { ComposeIssue } from './ComposeIssue.tsx';
import { readNewsletter } from './issues.api.ts';

const RULES = {
  filters: [],
  sorts: ['email', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};
const COLUMNS: readonly Column<Subscriber>[] = [
  { key: 'email', header: 'Email', rowHeader: true, cell: (subscriber) => subscriber.email },
  dateColumn('Confirmed'),
];

/** The monthly mail, and who gets it. */
export function NewsletterTab() {
  const { data, failed, reload } = useLoad(readNewsletter);
  const table = useTable(listSubscribers, RULES);
  const [issue, setIssue] = useState(newKey);
  const sent = () => {
    setIssue(newKey());
    reload();
  };
  return (
    <div className="space-y-12">
      <section aria-labelledby="monthly" className="space-y-5">
        <h2 id="monthly" className="font-display text-2xl">
          Monthly email
        </h2>
        {failed && <LoadFailed text="Newsletter didn’t load." onRetry={reload} />}
        {!data && !failed && <Skeleton className="h-80" />}
        {data && (
          <>
            <State newsletter={data} />
            <ComposeIssue key={issue} id={issue} newsletter={data} onSent={sent} />
          </>
        )}
      </section>
      <section aria-labelledby="subscribers" className="space-y-5">
        <h2 id="subscribers" className="font-display text-2xl">
          Subscribers
        </h2>
        <ListView
          table={table}
          title="Subscribers"
          columns={COLUMNS}
          keyOf={(subscriber) => subscriber.id}
          searchLabel="Search email"
          csv={[
            { header: 'Email', value: (subscriber) => subscriber.email },
            { header: 'Confirmed', value: (subscriber) => subscriber.created_at },
          ]}
          empty="No confirmed subscribers yet."
        />
      </section>
    </div>
  );
}

function State({ newsletter: { confirmed, waiting, last } }: { newsletter: NewsletterState }) {
  return (
    <p className="text-ink-2">
      <span>{`${plural(confirmed, 'subscriber')}, ${waiting} not confirmed yet. `}</span>
      {last ? (
        <span key="last">
          Last issue <When iso={last.sent_at} />
          <span>{`: “${last.subject}”, to ${plural(last.recipients, 'subscriber')}.`}</span>
        </span>
      ) : (
        <span key="none">No issue was sent yet.</span>
      )}
    </p>
  );
}
