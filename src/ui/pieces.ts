import type { ReactElement } from 'react';

/**
 * What stands beside something else: elements and never bare text, which the browser's translation takes out of
 * React's hands (tests/translation.test.ts).
 */
export type Pieces = ReactElement | false | null | undefined | readonly Pieces[];
