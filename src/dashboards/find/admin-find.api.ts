import { paths } from '#config/paths.ts';
import { listUsers } from '#features/accounts/admin/users.api.ts';
import { listArtists } from '#features/artists/admin/artists.api.ts';
import { listLeads } from '#features/leads/admin/leads.api.ts';
import { listMurals } from '#features/murals/admin/murals.api.ts';
import { projectExcerpt } from '#lib/format.ts';
import { placeLabel } from '#lib/place.ts';
import { detailOf, type Find, findPages, MOST_FOUND, SHORTEST_SEARCH } from './found.ts';

const FIRST = { filter: '', sort: 'created_at', desc: true, limit: MOST_FOUND, offset: 0 };

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
      found: leads.rows.map(({ id, name, city, project_description }) => ({
        label: name,
        detail: detailOf(city, projectExcerpt(project_description)),
        href: paths.adminLead(id),
      })),
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
