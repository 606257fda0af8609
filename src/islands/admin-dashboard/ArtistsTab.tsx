import { useMemo } from 'react';
import { paths } from '#config/paths.ts';
import { listArtists } from '#data/admin-lists.ts';
import type { AdminArtist } from '#domain/admin.ts';
import { placeLabel } from '#domain/place.ts';
import { Rating } from '#ui/Rating.tsx';
import type { Column } from '#ui/Table.tsx';
import { Switch } from '#ui/toggles.tsx';
import { dateColumn } from './date-column.tsx';
import { ListView } from './ListView.tsx';
import { useArtistSwitch } from './use-artist-switch.ts';
import { useTable } from './use-table.ts';

const RULES = {
  filters: ['public', 'private', 'featured'],
  sorts: ['name', 'city', 'average_rating', 'public_visible', 'featured', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};
const FILTERS = [
  { value: 'public', label: 'Public' },
  { value: 'private', label: 'Private' },
  { value: 'featured', label: 'Featured' },
];

/** The public page of a public artist; a private one has none. */
function ArtistName({ artist }: { artist: AdminArtist }) {
  const name = artist.public_visible ? (
    <a className="underline underline-offset-2" href={paths.artist(artist.slug)}>
      {artist.name}
    </a>
  ) : (
    artist.name
  );
  return (
    <div>
      {name}
      <p className="font-normal text-ink-2 text-sm">{artist.email}</p>
    </div>
  );
}

/** All artists with their visibility and featured switches (sections 2 and 4). */
export function ArtistsTab() {
  const table = useTable(listArtists, RULES);
  const { flip, busy } = useArtistSwitch(table.change);
  const columns = useMemo<readonly Column<AdminArtist>[]>(
    () => [
      {
        key: 'name',
        header: 'Name',
        rowHeader: true,
        cell: (artist) => <ArtistName artist={artist} />,
      },
      {
        key: 'city',
        header: 'Location',
        cell: (artist) => placeLabel(artist.city, artist.state) || '—',
      },
      {
        key: 'average_rating',
        header: 'Rating',
        numeric: true,
        fit: true,
        cell: (artist) => <Rating rating={artist.average_rating} reviews={artist.review_count} />,
      },
      ...(['public_visible', 'featured'] as const).map((field) => ({
        key: field,
        header: field === 'featured' ? 'Featured' : 'Public',
        fit: true,
        cell: (artist: AdminArtist) => (
          <Switch
            hideLabel
            label={`${artist.name} ${field === 'featured' ? 'featured' : 'public'}`}
            checked={artist[field]}
            busy={busy.has(`${artist.id} ${field}`)}
            onChange={(on) => void flip(artist, field, on)}
          />
        ),
      })),
      dateColumn('Joined'),
    ],
    [flip, busy],
  );
  return (
    <ListView
      table={table}
      title="Artists"
      columns={columns}
      keyOf={(artist) => artist.id}
      searchLabel="Search name, city or email"
      filters={FILTERS}
      csv={CSV}
      empty="No artists yet."
    />
  );
}

const CSV = [
  { header: 'Name', value: (artist: AdminArtist) => artist.name },
  { header: 'Email', value: (artist: AdminArtist) => artist.email },
  { header: 'Phone', value: (artist: AdminArtist) => artist.phone },
  { header: 'City', value: (artist: AdminArtist) => artist.city },
  { header: 'State', value: (artist: AdminArtist) => artist.state },
  { header: 'Styles', value: (artist: AdminArtist) => artist.styles },
  { header: 'Years of experience', value: (artist: AdminArtist) => artist.years_experience },
  { header: 'Rating', value: (artist: AdminArtist) => artist.average_rating },
  { header: 'Reviews', value: (artist: AdminArtist) => artist.review_count },
  { header: 'Public', value: (artist: AdminArtist) => artist.public_visible },
  { header: 'Featured', value: (artist: AdminArtist) => artist.featured },
  { header: 'Joined', value: (artist: AdminArtist) => artist.created_at },
  { header: 'Slug', value: (artist: AdminArtist) => artist.slug },
  { header: 'Artist ID', value: (artist: AdminArtist) => artist.id },
];
