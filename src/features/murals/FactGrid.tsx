import { monthAndYear } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
import { sizeLabel } from '#lib/size-label.ts';
import type { Mural } from './mural.ts';

interface Props {
  mural: Pick<
    Mural,
    'location_details' | 'date_completed' | 'surface_type' | 'medium' | 'dimensions'
  >;
  place: string;
}

/**
 * Location, completed, surface, medium, dimensions (specification, section 2); unknown ones are not shown. Pages render
 * it to plain HTML; the preview of a draft shows the same.
 */
export function FactGrid({ mural, place }: Props) {
  const facts = [
    { label: 'Location', value: place, detail: mural.location_details },
    { label: 'Completed', value: mural.date_completed && monthAndYear(mural.date_completed) },
    { label: 'Surface', value: mural.surface_type && wordFor(mural.surface_type) },
    { label: 'Medium', value: mural.medium && wordFor(mural.medium) },
    { label: 'Dimensions', value: mural.dimensions && sizeLabel(mural.dimensions) },
  ].filter(({ value, detail: more }) => value || more);
  if (facts.length === 0) return null;
  return (
    <dl className="fact-grid">
      {facts.map(({ label, value, detail: more }) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          {value && <dd className="font-display text-2xl/7 first-letter:uppercase">{value}</dd>}
          {more && <dd className="mt-1 text-ink-2">{more}</dd>}
        </div>
      ))}
    </dl>
  );
}
