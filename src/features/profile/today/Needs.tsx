import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { projectExcerpt } from '#lib/format.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { profileStrength } from '../profile-strength.ts';
import type { MyDay, Need } from './my-day.ts';
import { needText } from './need-text.ts';

interface Props {
  day: MyDay;
  artist: Artist;
}

/** What waits for the artist, each with the one thing to do about it. */
export function Needs({ day: { needs, waiting }, artist }: Props) {
  const more = waiting - needs.length;
  return (
    <section aria-labelledby="needs" className="space-y-4">
      <h2 id="needs" className="font-display text-2xl">
        What needs you
      </h2>
      {needs.length === 0 && <NothingWaits artist={artist} />}
      <ul className="space-y-3 empty:hidden">
        {needs.map((need, i) => (
          <NeedRow key={`${need.kind} ${need.lead_id}`} need={need} first={i === 0} />
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a
            href={paths.dashboard('artist', 'leads')}
            className="font-semibold underline underline-offset-4"
          >{`And ${more} more in Leads`}</a>
        </p>
      )}
    </section>
  );
}

function NeedRow({ need, first }: { need: Need; first: boolean }) {
  const { title, when, action } = needText(need);
  const project = projectExcerpt(need.project);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-paper-2 p-4 shadow-card">
      <div className="min-w-0 basis-64 grow">
        <h3 className="font-semibold">{title}</h3>
        <p className="wrap-anywhere text-ink-2 text-sm">
          {[when, need.city, project].filter(Boolean).join(' · ')}
        </p>
      </div>
      <ButtonLink
        size="sm"
        variant={first ? 'primary' : 'secondary'}
        href={paths.lead(need.lead_id)}
      >
        <span>{action}</span>
        <span className="sr-only">{`: ${project}`}</span>
      </ButtonLink>
    </li>
  );
}

function NothingWaits({ artist }: { artist: Artist }) {
  if (profileStrength(artist) === 100)
    return (
      <EmptyState title="You’re all caught up">
        New requests, messages and answers to your proposals appear here.
      </EmptyState>
    );
  return <EmptyState title="You’re all caught up">A fuller profile gets more requests.</EmptyState>;
}
