import { useEffect, useRef, useState } from 'react';
import type { ChosenArtist } from '#features/artists/admin/artist-choice.ts';
import { mergeSets } from '#lib/draft.ts';
import type { AdminLead } from './admin-lead.ts';
import { assignLead } from './leads.api.ts';

const idOf = ({ id }: ChosenArtist) => id;

/** Who has a lead and who is chosen to have it; what other admins change is merged in, whoever is first. */
export function useAssignment(lead: AdminLead) {
  const [state, setState] = useState(() => ({ stored: holders(lead), chosen: holders(lead) }));
  const latest = useRef(state);
  const put = (next: typeof state) => {
    latest.current = next;
    setState(next);
  };
  /** `theirs` is stored now; `base` is what the present choice differs from. */
  const arrived = (theirs: ChosenArtist[], base: ChosenArtist[]) =>
    put({ stored: theirs, chosen: mergeSets(base, latest.current.chosen, theirs, idOf) });

  const known = useRef(lead.assignments);
  useEffect(() => {
    if (known.current === lead.assignments) return;
    known.current = lead.assignments;
    arrived(holders(lead), latest.current.stored);
  });

  return {
    chosen: state.chosen,
    changed: ids(state.chosen).sort().join() !== ids(state.stored).sort().join(),
    add: (artist: ChosenArtist) => {
      const { chosen } = latest.current;
      if (!ids(chosen).includes(artist.id)) put({ ...latest.current, chosen: [...chosen, artist] });
    },
    remove: (id: string) =>
      put({ ...latest.current, chosen: latest.current.chosen.filter((other) => other.id !== id) }),
    /** Gives the lead to one more, and leaves what else is chosen as it is. Throws an AppError. */
    assign: async (artist: ChosenArtist) => {
      const { stored } = latest.current;
      const wanted = [...ids(stored).filter((id) => id !== artist.id), artist.id];
      arrived(await assignLead(lead.id, wanted, ids(stored)), stored);
    },
    /** Throws an AppError. */
    save: async () => {
      const { chosen: sent, stored } = latest.current;
      arrived(await assignLead(lead.id, ids(sent), ids(stored)), sent);
    },
  };
}

const ids = (artists: readonly ChosenArtist[]) => artists.map(idOf);

function holders(lead: AdminLead): ChosenArtist[] {
  return lead.assignments.map(({ artist_id, name }) => ({ id: artist_id, name }));
}
