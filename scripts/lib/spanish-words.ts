/** Names each sentence without Spanish words, and each of those words that no source has any more, with its file. */
import { ROOT } from '#node/root.ts';
import { findingsOf } from '#translation/findings.ts';
import { dictionaryOf } from '#translation/plugin.ts';

const findings = findingsOf(ROOT, dictionaryOf('es'));
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
