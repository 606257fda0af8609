import { useEffect, useMemo } from 'react';
import { OPEN_LEAD } from '#config/paths.ts';
import { lookedAt, onNews } from '#features/notifications/notices.store.ts';
import { LEAD_LIFECYCLE, LEAD_STATUSES } from '#features/requests/lead-status.ts';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useChoice } from '#ui/admin-list/use-choice.ts';
import { useTable } from '#ui/admin-list/use-table.ts';
import { useOverlayParam } from '#ui/hooks/use-overlay-param.ts';
import { ChosenLeads } from './ChosenLeads.tsx';
import { LEAD_CSV, leadColumns } from './columns.tsx';
import { LeadFilters, NARROWS } from './LeadFilters.tsx';
import { LeadPanel } from './LeadPanel.tsx';
import { listLeads } from './leads.api.ts';
import { useSuggestedArtists } from './use-suggestions.ts';

const FILTERS = [
  ...LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_LIFECYCLE[status].label })),
  { value: 'held', label: 'Held' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'unanswered', label: 'No reply in 48 hours' },
  { value: 'proposed', label: 'With a proposal' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'agreement', label: 'Step: Agreement' },
  { value: 'design', label: 'Step: Design' },
  { value: 'painting', label: 'Step: Painting' },
  { value: 'payment', label: 'Painted, not all paid' },
  { value: 'late', label: 'Waiting for a week' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'reported', label: 'Reported' },
];
const RULES = {
  filters: FILTERS.map(({ value }) => value),
  sorts: ['name', 'city', 'kind', 'status', 'created_at'],
  initial: { sort: 'created_at', desc: true },
  narrows: NARROWS,
};

/** All leads, each with an address of its own over the list (sections 2 and 6). */
export function AdminLeadsTab() {
  const table = useTable(listLeads, RULES);
  const { refresh, reload } = table;
  useEffect(() => onNews(refresh), [refresh]);
  const opened = useOverlayParam(OPEN_LEAD);
  const { value: id, open } = opened;
  useEffect(() => {
    if (id) lookedAt(id);
  }, [id]);
  const rows = table.data?.rows;
  const { data: suggestions } = useSuggestedArtists(rows);
  const { chosen, choose, chooseAll } = useChoice(rows);
  const chosenLeads = useMemo(() => rows?.filter(({ id }) => chosen.has(id)) ?? [], [rows, chosen]);
  const columns = useMemo(
    () =>
      leadColumns({
        open: (lead) => open(lead.id),
        chosen,
        choose,
        suggestions,
      }),
    [open, chosen, choose, suggestions],
  );
  return (
    <>
      <ListView
        table={table}
        title="Leads"
        columns={columns}
        keyOf={(lead) => lead.id}
        searchLabel="Search name, email, city or text"
        filters={FILTERS}
        narrow={<LeadFilters table={table} />}
        csv={LEAD_CSV}
        empty="No leads yet."
        above={<ChosenLeads leads={chosenLeads} onChooseAll={chooseAll} onDone={reload} />}
      />
      <LeadPanel
        id={id}
        list={rows ?? []}
        onOpen={open}
        onClose={opened.close}
        onChanged={reload}
      />
    </>
  );
}
