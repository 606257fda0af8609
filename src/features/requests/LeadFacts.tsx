import type { ReactNode } from 'react';
import { factLines } from '#features/site-facts/site-facts.ts';
import { optionLabel } from '#lib/options.ts';
import { When } from '#ui/When.tsx';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import type { Lead } from './lead.ts';
import type { ShownDetails } from './lead-details.ts';
import { LikedMurals } from './WallDetails.tsx';
import { wallSize } from './wall-size.ts';

/** 'Quote request' or 'Consultation', for tables and headings. */
export function leadKind(lead: Pick<Lead, 'kind'>): string {
  return lead.kind === 'consultation' ? 'Consultation' : 'Quote request';
}

const UNSURE = 'Not sure what it is made of — please tell';

interface DetailsProps {
  lead: Omit<Lead, 'assigned_artist' | 'status' | 'created_by_user' | 'withdrawn_at'>;
  /** What its date is to the reader: 'Received', or 'Sent' for one's own. */
  dateLabel?: string;
  /** What it says about the wall besides; null or missing for nothing. */
  details?: ShownDetails | null | undefined;
}

/** Everything a request says, the person left out: who may see that differs by reader. */
export function LeadFacts({ lead, dateLabel = 'Received', details = null }: DetailsProps) {
  const facts: [string, ReactNode][] = [
    ['City', lead.city],
    ['Mural size', wallSize(lead.mural_size, details)],
    ['Where', details?.place && optionLabel(details.place)],
    [
      'Surface',
      details?.surface_unsure ? UNSURE : lead.surface_type && optionLabel(lead.surface_type),
    ],
    ['Style', style(lead.style_preference, details)],
    ['Budget', lead.budget_range && optionLabel(lead.budget_range)],
    ['Call first', lead.kind === 'consultation' && 'Yes'],
    ...factLines(details?.facts),
    [dateLabel, <When key="when" iso={lead.created_at} />],
  ];
  return (
    <div className="flex flex-col gap-5">
      <p className="whitespace-pre-line wrap-anywhere">{lead.project_description}</p>
      <Facts facts={facts} />
      {details && <LikedMurals murals={details.murals} />}
    </div>
  );
}

/** A style that the form has no word for is that of the murals they like. */
function style(preference: string | null, details: ShownDetails | null): string | null {
  const liked = details?.murals.map(({ title }) => title) ?? [];
  if (preference === 'other' && liked.length > 0) return `Like ${liked.join(', ')}`;
  return preference && optionLabel(preference);
}

/** Who sent a request, and how to reach them. */
export function LeadContact({ lead }: { lead: Pick<Lead, 'name' | 'email' | 'phone'> }) {
  return (
    <Facts
      facts={[
        ['Name', lead.name],
        ['Email', lead.email && <EmailLink key="email" address={lead.email} />],
        ['Phone', lead.phone && <PhoneLink key="phone" number={lead.phone} />],
      ]}
    />
  );
}

/** Names and values; what has no value is left out. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts.map(
        ([name, value]) =>
          Boolean(value) && (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
