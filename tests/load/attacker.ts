/** The attackers, in a process of their own: what they cost must not be measured as the honest clients' time. */
import { ATTACKS } from './attacks.ts';
import { assertLoopback, type Target } from './http.ts';
import { HALF_SENT_UPLOADS } from './upload-attacks.ts';

const target = JSON.parse(process.argv[2] ?? '{}') as Target;
assertLoopback(target.origin);
const names = JSON.parse(process.argv[3] ?? '[]') as string[];
const { signal } = new AbortController();
for (const attack of [...ATTACKS, HALF_SENT_UPLOADS])
  if (names.length === 0 || names.includes(attack.name)) void attack.run(target, signal);
process.on('disconnect', () => process.exit());
