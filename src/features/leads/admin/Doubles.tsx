import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { projectExcerpt } from '#lib/format.ts';
import { SmallButton } from '#ui/Button.tsx';
import { When } from '#ui/When.tsx';
import type { AdminLead } from './admin-lead.ts';
import { MergeLeads } from './MergeLeads.tsx';
import type { OpenedLead } from './opened-lead.ts';
import { proofOf } from './proof.ts';

interface DoublesProps {
  lead: AdminLead;
  /** Other requests with the same address or account. */
  doubles: OpenedLead['doubles'];
  onChanged: () => void;
}

/** What else was asked for with the same address, and what was merged into this one. */
export function Doubles({ lead, doubles, onChanged }: DoublesProps) {
  const [other, setOther] = useState<AdminLead | null>(null);
  if (doubles.length === 0) return null;
  return (
    <section aria-labelledby="doubles" className="space-y-3 border-line border-t pt-5">
      <h3 id="doubles" className="font-display text-xl">
        {doubles.every(({ mergeable }) => mergeable)
          ? 'From the same person'
          : 'With the same email address'}
      </h3>
      <ul className="divide-y divide-line">
        {doubles.map((double) => (
          <li key={double.id} className="flex flex-wrap items-center gap-3 py-2">
            <p className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere">
              <a href={paths.adminLead(double.id)} className="underline underline-offset-4">
                {projectExcerpt(double.project_description)}
              </a>
              <span className="block text-ink-2">
                <span>{double.reference}</span> · <When iso={double.created_at} /> ·{' '}
                <span>{proofOf(double)}</span>
              </span>
            </p>
            {double.merged_into ? (
              <span className="text-ink-2 text-sm">Merged into this one</span>
            ) : (
              !lead.withdrawn_at &&
              double.mergeable && (
                <SmallButton
                  aria-label={`Merge with: ${projectExcerpt(double.project_description)}`}
                  onClick={() => setOther(double)}
                >
                  Merge
                </SmallButton>
              )
            )}
          </li>
        ))}
      </ul>
      <MergeLeads
        key={other?.id}
        open={other !== null}
        leads={other ? [lead, other] : []}
        onClose={() => setOther(null)}
        onDone={() => {
          setOther(null);
          onChanged();
        }}
      />
    </section>
  );
}
