/** `npm run test:browsers [-- firefox | webkit]`: one walk through the product in Firefox and WebKit. */
import { walkInBrowsers } from '#tests/browsers/run.ts';
import { run } from './lib/cli.ts';

/** As test runners say that nothing was run. */
const LEFT_OUT = 77;

await run(async () => {
  const { passed, failed, notes } = await walkInBrowsers(process.argv.slice(2));
  for (const note of notes) console.log(note);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
  else if (passed === 0) process.exitCode = LEFT_OUT;
});
