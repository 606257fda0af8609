import { usableStorage } from '#browser/browser-storage.ts';
import { rememberArtist } from './shortlist.store.ts';
import { thisArtist } from './this-artist.script.ts';

/* Runs when it is imported: an artist's page that a person did something on counts as viewed. It stays here. */
const artist = thisArtist();
if (artist) rememberArtist(usableStorage('localStorage'), artist);
