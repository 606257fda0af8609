import type { ShellAccount } from '#features/accounts/account-types.ts';
import type { Artist } from './artist.ts';

export interface ArtistTabProps {
  account: ShellAccount;
  artist: Artist;
  /** Passes a saved row on, so that every part of the page shows it. */
  onArtist: (artist: Artist) => void;
}
