import { useMemo, useState } from 'react';
import { paths } from '#config/paths.ts';
import type { TabProps } from '#features/accounts/account-types.ts';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { Column } from '#ui/Table.tsx';
import { listCities } from '../cities.api.ts';
import type { City } from '../city.ts';
import { CityDialog } from './CityDialog.tsx';
import { DeleteCity } from './DeleteCity.tsx';

const RulesDialog = lazyPart(() =>
  import('#features/permits/admin/RulesDialog.tsx').then(({ RulesDialog }) => RulesDialog),
);

const RULES = {
  filters: ['featured'],
  sorts: ['city_name', 'state', 'artist_count', 'featured', 'created_at'],
  initial: { sort: 'city_name', desc: false },
};

interface Actions {
  edit: (city: City) => void;
  rules: (city: City) => void;
  remove: (city: City) => void;
}

function columnsFor({ edit, rules, remove }: Actions): readonly Column<City>[] {
  return [
    {
      key: 'city_name',
      header: 'City',
      rowHeader: true,
      cell: (city) => (
        <a className="underline underline-offset-2" href={paths.city(city.slug)}>
          {city.city_name}
        </a>
      ),
    },
    { key: 'state', header: 'State', fit: true, cell: (city) => city.state },
    {
      key: 'artist_count',
      header: 'Artists',
      numeric: true,
      fit: true,
      cell: (city) => city.artist_count,
    },
    {
      key: 'featured',
      header: 'Featured',
      fit: true,
      cell: (city) => (city.featured ? 'Yes' : 'No'),
    },
    {
      key: 'actions',
      header: 'Actions',
      fit: true,
      cell: (city) => (
        <div className="flex flex-wrap gap-2 @4xl:flex-nowrap">
          <SmallButton aria-label={`Edit ${city.city_name}`} onClick={() => edit(city)}>
            Edit
          </SmallButton>
          <SmallButton aria-label={`Rules in ${city.city_name}`} onClick={() => rules(city)}>
            Rules
          </SmallButton>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Delete ${city.city_name}`}
            onClick={() => remove(city)}
          >
            Delete
          </Button>
        </div>
      ),
    },
  ];
}

/** The service areas: added, changed and removed here, with what each asks for before a wall is painted. */
export function CitiesTab({ account }: TabProps) {
  const table = useTable(listCities, RULES);
  const [edited, setEdited] = useState<City | 'new' | null>(null);
  const [ruled, setRuled] = useState<City | null>(null);
  const [removed, setRemoved] = useState<City | null>(null);
  const columns = useMemo(
    () => columnsFor({ edit: setEdited, rules: setRuled, remove: setRemoved }),
    [],
  );
  return (
    <>
      <ListView
        table={table}
        title="Cities"
        columns={columns}
        keyOf={(city) => city.id}
        searchLabel="Search city or state"
        filters={[{ value: 'featured', label: 'Featured' }]}
        csv={CSV}
        empty="No service areas yet."
        actions={
          <Button size="sm" onClick={() => setEdited('new')}>
            Add City
          </Button>
        }
      />
      <CityDialog
        city={edited}
        userId={account.id}
        onClose={() => setEdited(null)}
        onSaved={table.reload}
      />
      {ruled && <RulesDialog city={ruled} onClose={() => setRuled(null)} />}
      <DeleteCity
        city={removed}
        userId={account.id}
        onClose={() => setRemoved(null)}
        onDeleted={table.reload}
      />
    </>
  );
}

const CSV = [
  { header: 'City', value: (city: City) => city.city_name },
  { header: 'State', value: (city: City) => city.state },
  { header: 'Slug', value: (city: City) => city.slug },
  { header: 'Description', value: (city: City) => city.description },
  { header: 'Artists', value: (city: City) => city.artist_count },
  { header: 'Featured', value: (city: City) => city.featured },
  { header: 'Cover photo', value: (city: City) => city.cover_photo },
];
