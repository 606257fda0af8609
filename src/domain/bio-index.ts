/** Where the index of biographies lies in its folder: the list of its parts, which are folders. */
export const BIO_PARTS_FILE = 'parts.json';
/** In each part, whose record a result of Pagefind is. */
export const bioArtistsFile = 'artists.json';
