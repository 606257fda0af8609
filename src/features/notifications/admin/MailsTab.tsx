import { useCallback, useMemo, useState } from 'react';
import { grouped, plural } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import type { ListQuery } from '#lib/table-page.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { spokenName } from '#lib/words.ts';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Column } from '#ui/Table.tsx';
import { When } from '#ui/When.tsx';
import { type AdminMail, MAIL_STATES, type MailCounts, type MailState } from './admin-mail.ts';
import { listMails, resendMail } from './mails.api.ts';

const RULES = { filters: MAIL_STATES, sorts: [], initial: { sort: 'id', desc: true } };
const FILTERS = MAIL_STATES.map((state) => ({ value: state, label: optionLabel(state) }));
const TONES: Record<MailState, BadgeTone> = { waiting: 'river', sent: 'leaf', failed: 'danger' };

const columnsFor = (changed: () => void): readonly Column<AdminMail>[] => [
  { key: 'kind', header: 'Email', rowHeader: true, cell: (mail) => spokenName(mail.kind) },
  { key: 'to', header: 'To', wide: true, cell: (mail) => mail.to ?? 'Deleted account' },
  { key: 'state', header: 'State', fit: true, cell: (mail) => <State mail={mail} /> },
  {
    key: 'created_at',
    header: 'Written',
    fit: true,
    cell: (mail) => <When iso={mail.created_at} />,
  },
  {
    key: 'more',
    header: 'More',
    wide: true,
    cell: (mail) => <More mail={mail} onSent={changed} />,
  },
];

/** Every mail of the product, newest first: whether it left, what the server said, and a button to send it again. */
export function MailsTab() {
  const [counts, setCounts] = useState<MailCounts>();
  const load = useCallback(async (query: ListQuery, signal?: AbortSignal) => {
    const page = await listMails(query, signal);
    setCounts(page.counts);
    return page;
  }, []);
  const table = useTable(load, RULES);
  const { reload } = table;
  const columns = useMemo(() => columnsFor(reload), [reload]);
  return (
    <div className="space-y-8">
      <Counts counts={counts} />
      <ListView
        table={table}
        title="Email log"
        columns={columns}
        keyOf={(mail) => String(mail.id)}
        searchLabel="Search address"
        filters={FILTERS}
        csv={CSV}
        empty="No emails yet."
      />
    </div>
  );
}

function Counts({ counts }: { counts: MailCounts | undefined }) {
  return (
    <dl className="grid grid-cols-3 gap-3 md:gap-4">
      {MAIL_STATES.map((state) => (
        <div
          key={state}
          className="rounded-card border border-line bg-paper-2 p-4 shadow-card md:p-5"
        >
          <dt className="text-ink-2 text-sm">{optionLabel(state)}</dt>
          <dd className="font-display text-2xl tabular-nums md:text-4xl">
            {counts ? grouped(counts[state]) : '…'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The limits of an address work as they should: that is no failure. */
const isHeldBack = ({ state, answer }: AdminMail) =>
  state === 'failed' && answer?.startsWith('Held back');

function State({ mail }: { mail: AdminMail }) {
  return (
    <div className="space-y-1">
      {isHeldBack(mail) ? (
        <Badge>Held back</Badge>
      ) : (
        <Badge tone={TONES[mail.state]}>{optionLabel(mail.state)}</Badge>
      )}
      {mail.sent_at && (
        <p className="text-ink-2 text-sm">
          <When iso={mail.sent_at} />
        </p>
      )}
      {mail.next_attempt_at && <NextTry at={mail.next_attempt_at} />}
    </div>
  );
}

const MINUTE_MS = 60_000;

/** What is due is at the worker, or waits for a server that is away. */
function NextTry({ at }: { at: string }) {
  const soon = new Date(at).getTime() - Date.now() < MINUTE_MS;
  return (
    <p className="text-ink-2 text-sm">
      next try <span>{soon ? 'within a minute' : <When iso={at} />}</span>
    </p>
  );
}

/** What the server said, and another try: of most emails nobody asks for it. */
function More({ mail, onSent }: { mail: AdminMail; onSent: () => void }) {
  return (
    <details>
      <summary className="cursor-pointer">
        <span>{plural(mail.attempts, 'try', 'tries')}</span>
      </summary>
      <div className="space-y-2 py-2">
        {mail.answer && <p className="wrap-anywhere">{mail.answer}</p>}
        <SendAgain mail={mail} onSent={onSent} />
      </div>
    </details>
  );
}

function SendAgain({ mail, onSent }: { mail: AdminMail; onSent: () => void }) {
  const { busy, run } = useAction(async () => {
    await resendMail(mail.id);
    toast.success(ADMIN_TOASTS.mailResent);
    onSent();
  }, ADMIN_TOASTS.resendFailed);
  if (mail.state === 'waiting') return null;
  return (
    <SmallButton
      busy={busy}
      onClick={() => void run()}
      aria-label={`Send again: ${spokenName(mail.kind)} to ${mail.to ?? 'a deleted account'}`}
    >
      Send Again
    </SmallButton>
  );
}

const CSV = [
  { header: 'Written', value: (mail: AdminMail) => mail.created_at },
  { header: 'Email', value: (mail: AdminMail) => mail.kind },
  { header: 'To', value: (mail: AdminMail) => mail.to },
  { header: 'State', value: (mail: AdminMail) => mail.state },
  { header: 'Tries', value: (mail: AdminMail) => mail.attempts },
  { header: 'Next try', value: (mail: AdminMail) => mail.next_attempt_at },
  { header: 'Sent', value: (mail: AdminMail) => mail.sent_at },
  { header: 'Server’s answer', value: (mail: AdminMail) => mail.answer },
];
