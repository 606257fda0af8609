import { paths } from '#config/paths.ts';
import { readOwnMurals } from '#features/murals/murals.api.ts';
import { ensureArtistProfile } from '#features/profile/own-artist.api.ts';
import { conversationSummaries } from '#features/requests/conversation/conversation.api.ts';
import type { Lead } from '#features/requests/lead.ts';
import { LEAD_LIFECYCLE } from '#features/requests/lead-status.ts';
import { leadsOfArtist } from '#features/requests/page/artist-leads.api.ts';
import { projectExcerpt } from '#lib/format.ts';
import { placeLabel } from '#lib/place.ts';
import { bestFits, detailOf, type Find, findPages, SHORTEST_SEARCH } from './found.ts';

async function allLeads(artistId: string): Promise<Lead[]> {
  const all: Lead[] = [];
  for (let more = true; more; ) {
    const page = await leadsOfArtist(artistId, all.at(-1));
    all.push(...page.leads);
    more = page.more;
  }
  return all;
}

async function readOwn() {
  const { id } = await ensureArtistProfile();
  const [leads, murals] = await Promise.all([allLeads(id), readOwnMurals(id)]);
  const summaries = await conversationSummaries(leads.map((lead) => lead.id));
  const steps = new Map(summaries.map(({ lead_id, step }) => [lead_id, step]));
  /** What is said of a lead, with how to reach its client, and of a job what it has. */
  const leadText = ({ id: lead, name, city, project_description, email, phone }: Lead) => {
    const inJob = !['request', 'proposal', null, undefined].includes(steps.get(lead));
    const job = inJob ? `agreement terms papers payment ${steps.get(lead)}` : null;
    return [name, city, project_description, email, phone?.replace(/\D/g, ''), job].join(' ');
  };
  return { leads, murals, leadText };
}

/** '(210) 555-0142' is found as its digits. */
const byDigits = (search: string) =>
  /^[\d\s()+.-]{4,}$/.test(search) ? search.replace(/\D/g, '') : search;

/** What an artist finds: their own leads, as far as they may read them, and murals, read once. */
export function startArtistFind(): Find {
  let own: ReturnType<typeof readOwn> | undefined;
  const read = () => {
    own ??= readOwn().catch((error) => {
      own = undefined;
      throw error;
    });
    return own;
  };
  return async (search) => {
    const pages = findPages('artist', search);
    if (search.length < SHORTEST_SEARCH) return [pages];
    const { leads, murals, leadText } = await read();
    return [
      pages,
      {
        title: 'Leads',
        found: bestFits(leads, leadText, byDigits(search)).map((lead) => ({
          label: projectExcerpt(lead.project_description),
          detail: detailOf(LEAD_LIFECYCLE[lead.status].showsContact ? lead.name : null, lead.city),
          href: paths.lead(lead.id),
        })),
      },
      {
        title: 'Murals',
        found: bestFits(murals, ({ title, city }) => `${title} ${city ?? ''}`, search).map(
          ({ id, title, city, state, public_visible }) => ({
            label: title,
            detail: detailOf(placeLabel(city, state), public_visible ? null : 'Draft'),
            href: paths.ownMural(id),
          }),
        ),
      },
    ];
  };
}
