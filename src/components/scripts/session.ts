/**
 * A step between the navigation and the session store: Vite writes the whole list of files behind a dynamic
 * import into the importing script, and every page would carry the store's list.
 */
const store = () => import('#stores/session.ts');

export const startSession = async () => (await store()).startSession();
export const logOut = async () => (await store()).logOut();
