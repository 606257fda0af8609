import type { Suggestion } from '#features/artists/admin/artist-choice.ts';
import { LeadStatusBadge } from '#features/requests/LeadStatusBadge.tsx';
import { projectExcerpt } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Checkbox } from '#ui/forms/toggles.tsx';
import type { Column } from '#ui/Table.tsx';
import { When } from '#ui/When.tsx';
import { AssignSuggested } from './AssignSuggested.tsx';
import { type AdminLead, leadStep, waitsForArtist } from './admin-lead.ts';

interface Choice {
  open: (lead: AdminLead) => void;
  chosen: ReadonlySet<string>;
  choose: (id: string, on: boolean) => void;
  /** Who would suit those that no artist has; null until it is known. */
  suggestions: ReadonlyMap<string, Suggestion[]> | null;
}

/** What the list of leads shows of each. */
export function leadColumns(props: Choice): readonly Column<AdminLead>[] {
  const { open, chosen, choose } = props;
  return [
    {
      key: 'name',
      header: 'From',
      rowHeader: true,
      cell: (lead) => (
        <div className="flex items-start gap-3">
          <Checkbox
            hideLabel
            label={`Choose ${lead.name}`}
            checked={chosen.has(lead.id)}
            onChange={({ target }) => choose(lead.id, target.checked)}
          />
          <div className="min-w-0">
            <button
              type="button"
              className="cursor-pointer text-left font-semibold underline underline-offset-2"
              onClick={() => open(lead)}
            >
              {lead.name}
            </button>
            <p className="font-normal text-ink-2 text-sm">
              {projectExcerpt(lead.project_description)}
            </p>
          </div>
        </div>
      ),
    },
    { key: 'city', header: 'City', cell: (lead) => lead.city ?? '—' },
    { key: 'status', header: 'Status', fit: true, cell: (lead) => <Standing lead={lead} /> },
    {
      key: 'artists',
      header: 'Artists',
      wide: true,
      cell: (lead) => <Artists lead={lead} {...props} />,
    },
    {
      key: 'created_at',
      header: 'Received',
      fit: true,
      cell: (lead) => <When iso={lead.created_at} />,
    },
  ];
}

/** Who has a lead, or who would suit it. */
function Artists({ lead, suggestions }: Choice & { lead: AdminLead }) {
  const names = lead.assignments.map(({ name }) => name).join(', ');
  const [artist] = (waitsForArtist(lead) && suggestions?.get(lead.id)) || [];
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span>{names || (artist ? `Suggested: ${artist.name}` : 'No artist yet')}</span>
      {artist && <AssignSuggested leadId={lead.id} artist={artist} variant="secondary" />}
    </div>
  );
}

function Standing({ lead }: { lead: AdminLead }) {
  if (lead.withdrawn_at) return <Badge>{lead.held ? 'Deleted' : 'Withdrawn'}</Badge>;
  if (lead.assignments.some(({ reported }) => reported))
    return <Badge tone="danger">Reported</Badge>;
  if (lead.held) return <Badge tone="danger">Held</Badge>;
  const step = leadStep(lead);
  return (
    <div className="flex flex-col gap-1">
      <LeadStatusBadge status={lead.status} />
      {step && <span className="text-ink-2 text-sm">{step}</span>}
    </div>
  );
}

const standing = ({ withdrawn_at, held, status }: AdminLead) =>
  withdrawn_at ? (held ? 'deleted' : 'withdrawn') : held ? 'held' : status;

/** What the exported file has of each. */
export const LEAD_CSV = [
  { header: 'Received', value: (lead: AdminLead) => lead.created_at },
  { header: 'Kind', value: (lead: AdminLead) => lead.kind },
  { header: 'Status', value: standing },
  { header: 'Step', value: leadStep },
  { header: 'Name', value: (lead: AdminLead) => lead.name },
  { header: 'Email', value: (lead: AdminLead) => lead.email },
  { header: 'Phone', value: (lead: AdminLead) => lead.phone },
  { header: 'City', value: (lead: AdminLead) => lead.city },
  { header: 'Project', value: (lead: AdminLead) => lead.project_description },
  { header: 'Mural size', value: (lead: AdminLead) => lead.mural_size },
  { header: 'Surface', value: (lead: AdminLead) => lead.surface_type },
  { header: 'Style', value: (lead: AdminLead) => lead.style_preference },
  { header: 'Budget', value: (lead: AdminLead) => lead.budget_range },
  { header: 'Artists', value: (lead: AdminLead) => lead.assignments.map(({ name }) => name) },
  { header: 'Held because', value: (lead: AdminLead) => lead.held_reason },
  { header: 'Reference', value: (lead: AdminLead) => lead.reference },
  { header: 'Language', value: (lead: AdminLead) => lead.locale },
  { header: 'Lead ID', value: (lead: AdminLead) => lead.id },
];
