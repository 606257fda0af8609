import { useCallback, useMemo, useState } from 'react';
import { OPEN_FORM, paths } from '#config/paths.ts';
import { ImportView } from '#features/claims/import/ImportView.tsx';
import { MURAL_IMPORT } from '#features/claims/import.ts';
import { importMurals } from '#features/claims/imports.api.ts';
import { type AdminMural, muralState } from '#features/murals/admin/admin-mural.ts';
import { EditMural } from '#features/murals/admin/EditMural.tsx';
import { GiveMural } from '#features/murals/admin/GiveMural.tsx';
import { HideMural } from '#features/murals/admin/HideMural.tsx';
import { featureMural, unhideMural } from '#features/murals/admin/hide-mural.api.ts';
import { listMurals } from '#features/murals/admin/murals.api.ts';
import { placeLabel } from '#lib/place.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { dateColumn } from '#ui/admin-list/date-column.tsx';
import { ListView } from '#ui/admin-list/ListView.tsx';
import { useTable } from '#ui/admin-list/use-table.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button, SmallButton } from '#ui/Button.tsx';
import { Switch } from '#ui/forms/toggles.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useAddressParam } from '#ui/hooks/use-address-param.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Column } from '#ui/Table.tsx';

const FILTERS = [
  { value: 'public', label: 'Public' },
  { value: 'draft', label: 'Drafts' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'featured', label: 'Featured' },
  { value: 'nobody', label: 'Without an artist' },
];
const RULES = {
  filters: FILTERS.map(({ value }) => value),
  sorts: ['title', 'artist', 'city', 'featured', 'created_at'],
  initial: { sort: 'created_at', desc: true },
};

interface Actions {
  hide: (mural: AdminMural) => void;
  give: (mural: AdminMural) => void;
  edit: (slug: string) => void;
  changed: () => void;
}

const columnsFor = (actions: Actions): readonly Column<AdminMural>[] => [
  {
    key: 'title',
    header: 'Mural',
    rowHeader: true,
    cell: (mural) => <Title mural={mural} />,
  },
  { key: 'artist', header: 'Artist', cell: (mural) => <ByWhom mural={mural} {...actions} /> },
  { key: 'city', header: 'Place', cell: ({ city, state }) => placeLabel(city, state) || '—' },
  {
    key: 'featured',
    header: 'Featured',
    fit: true,
    cell: (mural) => <Featured mural={mural} {...actions} />,
  },
  dateColumn('Added'),
  { key: 'act', header: 'Actions', fit: true, cell: (mural) => <Act mural={mural} {...actions} /> },
];

/** All murals: looked for, featured, hidden with a reason, given to an artist, edited. */
export function AdminMuralsTab() {
  const table = useTable(listMurals, RULES);
  const { reload } = table;
  const [hiding, setHiding] = useState<AdminMural | null>(null);
  const [giving, setGiving] = useState<AdminMural | null>(null);
  const [edited, edit] = useAddressParam(OPEN_FORM);
  const [view, setView] = useAddressParam('view');
  const stopEditing = useCallback(() => edit(null), [edit]);
  const columns = useMemo(
    () => columnsFor({ hide: setHiding, give: setGiving, edit, changed: reload }),
    [edit, reload],
  );
  if (view === IMPORT) {
    return (
      <ImportView
        kind={MURAL_IMPORT}
        what="murals"
        send={importMurals}
        hint="“artist” is a slug, an email or a name. New murals are drafts until they have a photo. Murals of claimed pages won’t change."
        onDone={reload}
        onClose={() => setView(null)}
      />
    );
  }
  return (
    <>
      <ListView
        table={table}
        title="Murals"
        columns={columns}
        keyOf={(mural) => mural.id}
        searchLabel="Search title, artist or city"
        filters={FILTERS}
        csv={CSV}
        empty="No murals yet."
        actions={
          <Button size="sm" onClick={() => setView(IMPORT)}>
            Import CSV
          </Button>
        }
      />
      <HideMural mural={hiding} onClose={() => setHiding(null)} onHidden={reload} />
      <EditMural slug={edited} onClose={stopEditing} onSaved={reload} />
      <GiveMural mural={giving} onClose={() => setGiving(null)} onGiven={reload} />
    </>
  );
}

/** What the address says while a file is imported. */
const IMPORT = 'import';

const TONES: Record<ReturnType<typeof muralState>, BadgeTone> = {
  Public: 'leaf',
  Draft: 'neutral',
  Hidden: 'danger',
};

/** The public page of a public mural; others have none. */
function Title({ mural }: { mural: AdminMural }) {
  const state = muralState(mural);
  return (
    <div className="space-y-1.5">
      <span>
        {mural.public_visible ? (
          <a className="underline underline-offset-2" href={paths.mural(mural.slug)}>
            {mural.title}
          </a>
        ) : (
          mural.title
        )}
      </span>
      <p className="font-normal">
        <Badge tone={TONES[state]}>{state}</Badge>
      </p>
      {mural.hidden_reason && (
        <p className="font-normal text-ink-2 text-sm">{`Because: ${mural.hidden_reason}`}</p>
      )}
    </div>
  );
}

function ByWhom({ mural, give }: Actions & { mural: AdminMural }) {
  const { artist, artist_slug, title } = mural;
  return (
    <div className="flex flex-col items-start gap-1.5">
      {artist && artist_slug && (
        <a className="underline underline-offset-2" href={paths.artist(artist_slug)}>
          {artist}
        </a>
      )}
      <span>{artist && !artist_slug && artist}</span>
      <button
        type="button"
        className="min-h-8 cursor-pointer text-left text-ink-2 text-sm underline underline-offset-4 hover:text-ink"
        aria-label={`${artist ? 'Change Artist' : 'Name its artist'}: ${title}`}
        onClick={() => give(mural)}
      >
        {artist ? 'Change Artist' : 'Name its artist'}
      </button>
    </div>
  );
}

function Featured({ mural, changed }: Actions & { mural: AdminMural }) {
  const { busy, run } = useAction(async (on: boolean) => {
    await featureMural(mural.id, on);
    void toast.success(ADMIN_TOASTS.muralFeatured);
    changed();
  }, ADMIN_TOASTS.featureMuralFailed);
  return (
    <Switch
      hideLabel
      label={`${mural.title} featured`}
      checked={mural.featured}
      busy={busy}
      onChange={(on) => void run(on)}
    />
  );
}

function Act({ mural, hide, edit, changed }: Actions & { mural: AdminMural }) {
  const { busy, run } = useAction(async () => {
    await unhideMural(mural.id);
    void toast.success(ADMIN_TOASTS.muralShown);
    changed();
  }, ADMIN_TOASTS.showMuralFailed);
  const hidden = mural.hidden_reason !== null;
  return (
    <div className="flex flex-wrap gap-2">
      <SmallButton aria-label={`Edit: ${mural.title}`} onClick={() => edit(mural.slug)}>
        Edit
      </SmallButton>
      <SmallButton
        busy={busy}
        aria-label={`${hidden ? 'Show Again' : 'Hide'}: ${mural.title}`}
        onClick={() => (hidden ? void run() : hide(mural))}
      >
        {hidden ? 'Show Again' : 'Hide'}
      </SmallButton>
    </div>
  );
}

const CSV = [
  { header: 'Title', value: (mural: AdminMural) => mural.title },
  { header: 'Artist', value: (mural: AdminMural) => mural.artist },
  { header: 'City', value: (mural: AdminMural) => mural.city },
  { header: 'State', value: (mural: AdminMural) => mural.state },
  { header: 'Styles', value: (mural: AdminMural) => mural.styles },
  { header: 'Shown', value: muralState },
  { header: 'Hidden because', value: (mural: AdminMural) => mural.hidden_reason },
  { header: 'Featured', value: (mural: AdminMural) => mural.featured },
  { header: 'Photo', value: (mural: AdminMural) => mural.image_url },
  { header: 'Added', value: (mural: AdminMural) => mural.created_at },
  { header: 'Slug', value: (mural: AdminMural) => mural.slug },
];
