import '#ui/island.ts';

/** `client:now`: wakes an island at once, for pages that are nothing without it. */
const now = async (load: () => Promise<() => Promise<void>>): Promise<void> => (await load())();

export default now;
