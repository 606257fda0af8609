import { useCallback, useMemo } from 'react';
import { OPEN_FORM, paths } from '#config/paths.ts';
import type { AdminArtist } from '#features/artists/admin/admin-artist.ts';
import { listArtists } from '#features/artists/admin/artists.api.ts';
import { Rating } from '#features/artists/Rating.tsx';
import { InviteAll } from '#features/claims/admin/InviteAll.tsx';
import { PageOwner } from '#features/claims/admin/PageOwner.tsx';
import { ShowImported } from '#features/claims/admin/ShowImported.tsx';
import { ImportView } from '#features/claims/import/ImportView.tsx';
import { ARTIST_IMPORT } from '#features/claims/import.ts';
import { importArtists } from '#features/claims/imports.api.ts';
import { EditArtist } from '#features/profile/admin/EditArtist.tsx';
import { useArtistSwitch } from '#features/profile/admin/use-artist-switch.ts';
import { placeLabel } from '#lib/place.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useChoice } from '#ui/admin-list/use-choice.ts';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { Checkbox, Switch } from '#ui/forms/toggles.tsx';
import { useAddressParam } from '#ui/hooks/use-address-param.ts';
import type { Column } from '#ui/Table.tsx';
import { ChosenArtists } from './ChosenArtists.tsx';

const RULES = {
  filters: ['public', 'private', 'featured', 'unclaimed', 'claims'],
  sorts: ['name', 'city', 'average_rating', 'public_visible', 'featured', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};
const FILTERS = [
  { value: 'public', label: 'Public' },
  { value: 'private', label: 'Private' },
  { value: 'featured', label: 'Featured' },
  { value: 'unclaimed', label: 'Not yet claimed' },
  { value: 'claims', label: 'Claims to decide' },
];

interface NameProps {
  artist: AdminArtist;
  chosen: boolean;
  choose: (id: string, on: boolean) => void;
  onChanged: () => void;
}

/** The public page of a public artist; a private one has none. */
function ArtistName({ artist, chosen, choose, onChanged }: NameProps) {
  const name = artist.public_visible ? (
    <a className="underline underline-offset-2" href={paths.artist(artist.slug)}>
      {artist.name}
    </a>
  ) : (
    artist.name
  );
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        hideLabel
        label={`Choose ${artist.name}`}
        checked={chosen}
        onChange={({ target }) => choose(artist.id, target.checked)}
      />
      <div className="min-w-0">
        <span>{name}</span>
        <p className="font-normal text-ink-2 text-sm">{artist.email}</p>
        <PageOwner artist={artist} onChanged={onChanged} />
      </div>
    </div>
  );
}

/** All artists with their visibility and featured switches (sections 2 and 4), their forms, and the import of many. */
export function ArtistsTab() {
  const table = useTable(listArtists, RULES);
  const { reload } = table;
  const { flip, busy } = useArtistSwitch(table.change);
  const [edited, edit] = useAddressParam(OPEN_FORM);
  const [view, setView] = useAddressParam('view');
  const stopEditing = useCallback(() => edit(null), [edit]);
  const rows = table.data?.rows;
  const { chosen, choose, chooseAll } = useChoice(rows);
  const columns = useMemo<readonly Column<AdminArtist>[]>(
    () => [
      {
        key: 'name',
        header: 'Name',
        rowHeader: true,
        cell: (artist) => (
          <ArtistName
            artist={artist}
            chosen={chosen.has(artist.id)}
            choose={choose}
            onChanged={reload}
          />
        ),
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
      {
        key: 'edit',
        header: 'Profile',
        fit: true,
        cell: (artist: AdminArtist) => (
          <SmallButton aria-label={`Edit ${artist.name}`} onClick={() => edit(artist.slug)}>
            Edit
          </SmallButton>
        ),
      },
    ],
    [flip, busy, edit, reload, chosen, choose],
  );
  if (view === IMPORT) {
    return (
      <ImportView
        kind={ARTIST_IMPORT}
        what="artists"
        send={importArtists}
        hint="New artists are private unless their line says otherwise in “public”. Claimed pages won’t change."
        after={(lines) => <ShowImported lines={lines} onDone={reload} />}
        onDone={reload}
        onClose={() => setView(null)}
      />
    );
  }
  return (
    <>
      <ListView
        table={table}
        title="Artists"
        columns={columns}
        keyOf={(artist) => artist.id}
        searchLabel="Search name, city or email"
        filters={FILTERS}
        csv={CSV}
        empty="No artists yet."
        above={
          <ChosenArtists
            artists={rows?.filter(({ id }) => chosen.has(id)) ?? []}
            onChooseAll={chooseAll}
            onDone={reload}
          />
        }
        actions={
          <>
            {table.state.filter === 'unclaimed' && <InviteAll onInvited={reload} />}
            <Button size="sm" onClick={() => setView(IMPORT)}>
              Import CSV
            </Button>
          </>
        }
      />
      <EditArtist slug={edited} onClose={stopEditing} onSaved={reload} />
    </>
  );
}

/** What the address says while a file is imported. */
const IMPORT = 'import';

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
  { header: 'Not yet claimed', value: (artist: AdminArtist) => artist.unclaimed },
  { header: 'Joined', value: (artist: AdminArtist) => artist.created_at },
  { header: 'Slug', value: (artist: AdminArtist) => artist.slug },
  { header: 'Artist ID', value: (artist: AdminArtist) => artist.id },
];
