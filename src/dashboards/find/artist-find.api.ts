import { paths } from '#config/paths.ts';
import { readOwnMurals } from '#features/murals/murals.api.ts';
import { ensureArtistProfile } from '#features/profile/own-artist.api.ts';
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
  return { leads, murals };
}

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
    const { leads, murals } = await read();
    const leadText = (lead: Lead) => [lead.name, lead.city, lead.project_description].join(' ');
    return [
      pages,
      {
        title: 'Leads',
        found: bestFits(leads, leadText, search).map((lead) => ({
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
