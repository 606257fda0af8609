/**
 * `npm test`: checks, unit and database tests, and stories in a browser against one fresh server. Two cores have time
 * left while unit tests wait: the checks, and the server of the stories with its demo, get ready beside them.
 * `npm test -- attack` and `npm test -- mutants` are long runs of their own; tests/load/run.ts and tests/mutations.ts
 * say how. So is `npm run test:cluster`, everything about several servers of one site (tests/cluster/run.ts).
 */
const [, , part] = process.argv;
if (part === 'attack' || part === 'mutants') process.argv.splice(2, 1);
if (part === 'attack') await import('../tests/load/run.ts');
else if (part === 'mutants') await import('../tests/mutations.ts');
else if (part === 'cluster') await import('../tests/cluster/run.ts');
else await import('../tests/run.ts');

// Without an import of its own, a module only by this.
export {};
