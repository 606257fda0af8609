import { projectExcerpt } from '#lib/format.ts';
import { Select } from '#ui/forms/inputs.tsx';
import type { Lead } from '../../lead.ts';
import { LEAD_LIFECYCLE, type LeadStatus } from '../../lead-status.ts';

interface Props {
  lead: Lead;
  onChange: (status: LeadStatus) => void;
}

/** How far the artist is with a lead; any status may follow any other (section 4). */
export function StatusSelect({ lead, onChange }: Props) {
  const label = `Status of ${projectExcerpt(lead.project_description)}`;
  const { next } = LEAD_LIFECYCLE[lead.status];
  return (
    <Select
      aria-label={label}
      options={next.map((value) => ({ value, label: LEAD_LIFECYCLE[value].label }))}
      value={lead.status}
      onChange={(event) => onChange(event.target.value as LeadStatus)}
      className="w-36 max-w-full"
    />
  );
}
