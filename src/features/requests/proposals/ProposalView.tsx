import { includedLabels } from '#features/agreements/included.ts';
import { dayLabel, plural } from '#lib/format.ts';
import { When } from '#ui/When.tsx';
import { Facts } from '../LeadFacts.tsx';
import { isExpired, type Proposal, partsLabel, priceLabel } from './proposal.ts';

/** One proposal as it was made. */
export function ProposalView({ proposal }: { proposal: Proposal }) {
  const { state, starts_on, days, included, message, valid_until } = proposal;
  const over = state === 'open' && isExpired(proposal);
  return (
    <div className="flex flex-col gap-3">
      <p className="font-display text-2xl">{priceLabel(proposal)}</p>
      <Facts
        facts={[
          ['Earliest start', dayLabel(starts_on)],
          ['Takes', plural(days, 'day')],
          ['Included', includedLabels(included).join(', ')],
          ['Paid in parts', partsLabel(proposal)],
          ['Valid until', state === 'open' && dayLabel(valid_until)],
          ['Sent', <When key="sent" iso={proposal.created_at} />],
        ]}
      />
      {message && <p className="whitespace-pre-line wrap-anywhere">{message}</p>}
      {over && <p className="font-medium">It has expired. Change it to offer it again.</p>}
    </div>
  );
}

const ENDS: Record<Proposal['state'], string> = {
  open: 'Open',
  replaced: 'Changed',
  withdrawn: 'Taken back',
  accepted: 'Accepted',
  passed: 'Not chosen',
  declined: 'Declined',
  called_off: 'Called off',
};

/** What was offered before, the newest first. */
export function ProposalHistory({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <ol className="mt-3 flex flex-col gap-3">
      {proposals.map((proposal) => (
        <li
          key={proposal.id}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-l-2 pl-4 text-sm"
        >
          <span className="font-semibold">{priceLabel(proposal)}</span>
          <span>{`${plural(proposal.days, 'day')} from ${dayLabel(proposal.starts_on)}`}</span>
          <span className="text-ink-2">
            <span>{ENDS[proposal.state]}</span>, sent <When iso={proposal.created_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
