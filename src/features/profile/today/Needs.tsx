import { useId } from 'react';
import { paths } from '#config/paths.ts';
import { dayLabel, grouped, plural, projectExcerpt } from '#lib/format.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { type MyDay, NEEDS, type Need } from './my-day.ts';
import { needSummary, needText } from './need-text.ts';

/** What waits for the artist, the first of each kind, each with the one thing to do about it; and what is booked. */
export function Needs({ day: { needs, coming } }: { day: MyDay }) {
  return (
    <>
      <section aria-labelledby="needs" className="space-y-4">
        <h2 id="needs" className="font-display text-2xl">
          What needs you
        </h2>
        {needs.length === 0 && (
          <EmptyState title="You’re all caught up">
            New requests, messages and answers appear here.
          </EmptyState>
        )}
        {NEEDS.map((kind) => (
          <Group
            key={kind}
            needs={needs.filter((need) => need.kind === kind)}
            isFirst={kind === needs[0]?.kind}
          />
        ))}
      </section>
      {coming.length > 0 && (
        <section aria-labelledby="coming" className="space-y-4">
          <h2 id="coming" className="font-display text-2xl">
            Coming up
          </h2>
          <ul className={ROWS}>
            {coming.map(({ lead_id, starts_on, days, name, city }) => (
              <li key={lead_id} className="px-4 py-3 wrap-anywhere">
                <a
                  href={paths.lead(lead_id)}
                  className="font-semibold underline underline-offset-4"
                >
                  {dayLabel(starts_on)}
                </a>
                <p className="text-ink-2 text-sm">
                  {[name, city, plural(days, 'day')].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const ROWS = 'divide-y divide-line rounded-card border border-line bg-paper-2 shadow-card';

/** Needs of one kind. */
function Group({ needs, isFirst }: { needs: readonly Need[]; isFirst: boolean }) {
  const id = useId();
  const [first] = needs;
  if (!first) return null;
  const { group, tab } = needText(first);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-ink-2">
        <span>{group}</span> <span className="tabular-nums">{grouped(first.of)}</span>
      </h3>
      <ul className={ROWS}>
        {needs.map((need, i) => (
          <NeedRow key={need.lead_id} need={need} isFirst={isFirst && i === 0} />
        ))}
      </ul>
      {first.of > needs.length && (
        <a
          href={paths.leadsUnder(tab)}
          className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Show all<span className="sr-only">{` ${group.toLowerCase()}`}</span>
        </a>
      )}
    </section>
  );
}

function NeedRow({ need, isFirst }: { need: Need; isFirst: boolean }) {
  const { when, action, place } = needText(need);
  const project = projectExcerpt(need.project);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
      <div className="min-w-0 basis-64 grow wrap-anywhere">
        <h4 className="font-semibold">{needSummary(need)}</h4>
        <p className="text-ink-2 text-sm">{`${when} · ${project}`}</p>
      </div>
      <ButtonLink size="sm" variant={isFirst ? 'primary' : 'secondary'} href={hrefOf(need, place)}>
        <span>{action}</span>
        <span className="sr-only">{`: ${project}`}</span>
      </ButtonLink>
    </li>
  );
}

const hrefOf = ({ kind, lead_id }: Need, place: string) =>
  kind === 'renew_papers'
    ? paths.dashboard('artist', 'settings')
    : `${paths.lead(lead_id)}${place && `#${place}`}`;
