/** `npm run test:mutants`: whether the tests notice a product that is broken in one line. */
import '../tests/mutations.ts';
