import type { Lead } from '#features/requests/lead.ts';
import { LEAD_LIFECYCLE, LEAD_STATUSES, type LeadStatus } from '#features/requests/lead-status.ts';
import { projectExcerpt } from '#lib/format.ts';
import { Select } from '#ui/forms/inputs.tsx';

interface Props {
  lead: Lead;
  onChange: (status: LeadStatus) => void;
}

/** How far the artist is with a lead; any status may follow any other (section 4). */
export function StatusSelect({
  lead,
  onChange,
  className = 'w-36 max-w-full',
}: Props & { className?: string }) {
  const label = `Status of ${projectExcerpt(lead.project_description)}`;
  return (
    <Select
      aria-label={label}
      options={LEAD_STATUSES.map((value) => ({ value, label: LEAD_LIFECYCLE[value].label }))}
      value={lead.status}
      onChange={(event) => onChange(event.target.value as LeadStatus)}
      className={className}
    />
  );
}

/** The same as the menu of a row: the platform's own, behind three dots. */
export function StatusMenu(props: Props) {
  return (
    <span className="relative grid size-11 place-items-center rounded-control hover:bg-line has-focus-visible:outline-3 has-focus-visible:outline-brand">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-current">
        <circle cx="5" cy="12" r="2" />
        <circle cx="12" cy="12" r="2" />
        <circle cx="19" cy="12" r="2" />
      </svg>
      <StatusSelect {...props} className="absolute inset-0 cursor-pointer opacity-0" />
    </span>
  );
}
