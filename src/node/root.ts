import { fileURLToPath } from 'node:url';

/** The folder of the repository, which every process of the product runs from. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
