import { paths } from '#config/paths.ts';
import { listUsers } from '#features/accounts/admin/users.api.ts';
import { listArtists } from '#features/artists/admin/artists.api.ts';
import { type AdminLead, leadStep } from '#features/leads/admin/admin-lead.ts';
import { listLeads } from '#features/leads/admin/leads.api.ts';
import { listMurals } from '#features/murals/admin/murals.api.ts';
import { projectExcerpt } from '#lib/format.ts';
import { placeLabel } from '#lib/place.ts';
import {
  bestFits,
  detailOf,
  type Find,
  type Found,
  findPages,
  MOST_FOUND,
  SHORTEST_SEARCH,
} from './found.ts';

const FIRST = { filter: '', sort: 'created_at', desc: true, limit: MOST_FOUND, offset: 0 };

/** Leads by what happens in their jobs. */
const JOBS: readonly Found[] = [
  { label: 'Agreements', detail: 'Leads at this step', href: paths.adminLeads('agreement') },
  { label: 'Designs', detail: 'Sketches under way', href: paths.adminLeads('design') },
  { label: 'Payments', detail: 'Painted, not all paid', href: paths.adminLeads('payment') },
  {
    label: 'Disputes',
    detail: 'Disputed or overdue payments, late agreements',
    href: paths.adminLeads('late'),
  },
];

/** Clients without an account, each once, with all that they sent. */
function guestsOf(leads: readonly AdminLead[]): Found[] {
  const guests = leads.filter(({ created_by_user, email }) => !created_by_user && email);
  const byEmail = new Map(guests.map((lead) => [lead.email?.toLowerCase(), lead]));
  return [...byEmail.values()].map(({ name, email }) => ({
    label: name,
    detail: detailOf('Guest', email),
    href: `${paths.dashboard('admin', 'leads')}?q=${encodeURIComponent(email ?? '')}`,
  }));
}

/** What an admin finds, the newest of each kind first: what the lists of the desk find. */
export const startAdminFind = (): Find => async (search, signal) => {
  const pages = findPages('admin', search);
  if (search.length < SHORTEST_SEARCH) return [pages];
  const query = { ...FIRST, search };
  const [leads, people, artists, murals] = await Promise.all([
    listLeads(query, signal),
    listUsers(query, signal),
    listArtists(query, signal),
    listMurals(query, signal),
  ]);
  return [
    pages,
    {
      title: 'Leads',
      found: leads.rows.map((lead) => ({
        label: lead.name,
        detail: detailOf(lead.city, projectExcerpt(lead.project_description), leadStep(lead)),
        href: paths.adminLead(lead.id),
      })),
    },
    {
      title: 'Guests',
      found: guestsOf(leads.rows),
    },
    {
      title: 'Jobs',
      found: bestFits(JOBS, ({ label, detail }) => `${label} ${detail}`, search),
    },
    {
      title: 'People',
      found: people.rows.map(({ user_id, name, email, role }) => ({
        label: name ?? email ?? 'No name',
        detail: detailOf(role, email),
        href: paths.adminPerson(user_id),
      })),
    },
    {
      title: 'Artists',
      found: artists.rows.map(({ name, slug, city, state, public_visible }) => ({
        label: name,
        detail: detailOf(placeLabel(city, state), public_visible ? null : 'Private'),
        href: paths.adminEdit('artists', slug),
      })),
    },
    {
      title: 'Murals',
      found: murals.rows.map(({ title, slug, artist, city, state }) => ({
        label: title,
        detail: detailOf(artist, placeLabel(city, state)),
        href: paths.adminEdit('murals', slug),
      })),
    },
  ];
};
