/**
 * The oldest browsers that everything works in, as the README promises. Syntax and styles are lowered to these; the
 * names of newer functions are not, and tests/build/browsers.test.ts refuses them in what pages load.
 */
export const OLDEST_BROWSERS = ['ios16', 'safari16', 'firefox115', 'chrome111', 'edge111'];
