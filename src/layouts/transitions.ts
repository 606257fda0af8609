import { hashOf } from './policy.ts';

/**
 * Pages fade into each other. It stands in the page and not in its style sheet: Chromium reads it with the first
 * styles that anybody asks for, and when those come before the sheet, an uncaught error takes the place of the fade.
 */
export const TRANSITIONS =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}';

export const TRANSITIONS_HASH = hashOf(TRANSITIONS);

/**
 * For pages that may send people on at once: ends every transition into them and out of them before it begins. One
 * that is aborted on the way is an uncaught error in Chromium.
 */
export const NO_TRANSITION = `["pagereveal","pageswap"].forEach(function(n){addEventListener(n,function(e){var t=e.viewTransition;if(t){t.ready.catch(function(){});t.skipTransition()}})})`;

/** Inline and hashed, because it has to be there before the first frame. */
export const NO_TRANSITION_HASH = hashOf(NO_TRANSITION);
