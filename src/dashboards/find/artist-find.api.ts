import { paths } from '#config/paths.ts';
import { rowStep } from '#features/leads/artist/inbox.ts';
import { readOwnMurals } from '#features/murals/murals.api.ts';
import { ensureArtistProfile } from '#features/profile/own-artist.api.ts';
import { conversationSummaries } from '#features/requests/conversation/conversation.api.ts';
import type { Lead } from '#features/requests/lead.ts';
import { LEAD_LIFECYCLE } from '#features/requests/lead-status.ts';
import { leadsOfArtist } from '#features/requests/page/artist-leads.api.ts';
import { projectExcerpt } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
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
  const byLead = new Map(summaries.map((summary) => [summary.lead_id, summary]));
  /** 'Agreement · Your turn' of its job. */
  const stepOf = (lead: Lead) => rowStep({ lead, summary: byLead.get(lead.id) });
  /** What is said of a lead, with how to reach its client, and of a job what it has. */
  const leadText = (lead: Lead) => {
    const { id: own, name, city, project_description, email, phone } = lead;
    const step = byLead.get(own)?.step ?? 'request';
    const job = /request|proposal/.test(step) ? null : `agreement terms papers payment ${step}`;
    const said = [name, city, project_description, email, phone?.replace(/\D/g, '')];
    return [...said, job, stepOf(lead)].join(' ');
  };
  return { leads, murals, leadText, stepOf };
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
    const { leads, murals, leadText, stepOf } = await read();
    return [
      pages,
      {
        title: 'Leads',
        found: bestFits(leads, leadText, byDigits(search)).map((lead) => ({
          label: projectExcerpt(lead.project_description),
          detail: detailOf(
            LEAD_LIFECYCLE[lead.status].showsContact ? lead.name : null,
            lead.city,
            stepOf(lead),
          ),
          href: paths.lead(lead.id),
        })),
      },
      {
        title: 'Murals',
        found: bestFits(murals, ({ title, city }) => `${title} ${city ?? ''}`, search).map(
          ({ id, title, city, state, public_visible }) => ({
            label: wordFor(title),
            detail: detailOf(placeLabel(city, state), public_visible ? null : 'Draft'),
            href: paths.ownMural(id),
          }),
        ),
      },
    ];
  };
}
