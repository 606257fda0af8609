import { projectExcerpt } from '#domain/format.ts';
import type { Lead } from '#domain/lead.ts';
import { LEAD_LIFECYCLE, LEAD_STATUSES, type LeadStatus } from '#domain/lead-status.ts';
import { Select } from '#ui/inputs.tsx';

interface Props {
  lead: Lead;
  onChange: (status: LeadStatus) => void;
}

const OPTIONS = LEAD_STATUSES.map((value) => ({ value, label: LEAD_LIFECYCLE[value].label }));

/** How far the artist is with a lead; any status may follow any other (section 4). */
export function StatusSelect({ lead, onChange }: Props) {
  const label = `Status of ${projectExcerpt(lead.project_description)}`;
  return (
    <Select
      aria-label={label}
      options={OPTIONS}
      value={lead.status}
      onChange={(event) => onChange(event.target.value as LeadStatus)}
      className="w-40 max-w-full"
    />
  );
}
