import { paths } from '#config/paths.ts';
import { readRelease } from '#features/publishing/publishing.api.ts';
import { grouped } from '#lib/format.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeletons } from '#ui/skeletons.tsx';
import type { Overview } from './admin.ts';
import { LeadsChart } from './LeadsChart.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { readOverview } from './overview.api.ts';
import type { AdminNeedsState } from './use-needs.ts';

interface Card {
  label: string;
  value: number;
  href: string;
  detail?: string;
}

const tab = (name: string) => paths.dashboard('admin', name);

/** The six counts of section 2, each leading to what it counts. */
function cardsOf(counts: Overview): Card[] {
  return [
    {
      label: 'Artists',
      value: counts.artists,
      href: tab('artists'),
      detail: `${grouped(counts.artists_public)} public`,
    },
    { label: 'Leads', value: counts.leads, href: tab('leads') },
    { label: 'New leads this week', value: counts.leads_last_7_days, href: tab('leads') },
    { label: 'Cities', value: counts.cities, href: tab('cities') },
    { label: 'User roles', value: counts.user_roles, href: tab('users') },
    { label: 'Clients', value: counts.clients, href: tab('clients') },
  ];
}

const GRID = 'grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 md:grid-cols-3';

/** The first tab: what needs the admin, then the counts, and leads over time. */
export function OverviewTab({ needs }: { needs: AdminNeedsState }) {
  const { data, failed, reload } = useLoad(readOverview);
  return (
    <div className="space-y-8">
      <NoBackup />
      <NeedsYou needs={needs} />
      {failed && <LoadFailed text="The counts didn’t load." onRetry={reload} />}
      {!data && !failed && <Skeletons count={6} list={GRID} each="h-28" />}
      {data && <Counts counts={data} />}
      <LeadsChart />
    </div>
  );
}

/** Said where the site's own server has never made one. */
function NoBackup() {
  const { data } = useLoad(readRelease);
  if (data?.backup !== null) return null;
  return (
    <p className="rounded-card border-2 border-danger px-5 py-4">
      <strong>No backup yet.</strong>{' '}
      <span>
        The operator makes one with <code>npm run backup</code>.
      </span>
    </p>
  );
}

function Counts({ counts }: { counts: Overview }) {
  return (
    <ul className={GRID} aria-label="Counts">
      {cardsOf(counts).map((card) => (
        <li key={card.label}>
          <a
            href={card.href}
            className="flex h-full flex-col rounded-card border border-line bg-paper-2 p-5 text-ink no-underline shadow-card hover:border-ink"
          >
            <span className="text-ink-2 text-sm">{card.label}</span>
            <strong className="font-display text-4xl tabular-nums">{grouped(card.value)}</strong>
            {card.detail && <span className="text-ink-2 text-sm">{card.detail}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
