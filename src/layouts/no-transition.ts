import { hashOf } from './policy.ts';

/**
 * For pages that may send people on at once: ends every transition into them and out of them before it begins. One
 * that is aborted on the way is an uncaught error in Chromium, and so is one that a style sheet refuses here.
 */
export const NO_TRANSITION = `["pagereveal","pageswap"].forEach(function(n){addEventListener(n,function(e){var t=e.viewTransition;if(t){t.ready.catch(function(){});t.skipTransition()}})})`;

/** Inline and hashed, because it has to be there before the first frame. */
export const NO_TRANSITION_HASH = hashOf(NO_TRANSITION);
