/** Prints every sample of an email in a language, as the worker writes it: a process, for module hooks do not reach into tests. */
import { parseArgs } from 'node:util';
import type { Language } from '#config/language.ts';
import type { renderMail } from '#mail/delivery/render.ts';
import { inLanguage } from '#translation/modules.ts';
import { SAMPLES } from './cases/mail-samples.ts';

const [language] = parseArgs({ allowPositionals: true }).positionals;
const module = new URL('../../src/mail/delivery/render.ts', import.meta.url);
const { renderMail: render } = (await inLanguage(module, language as Language)) as {
  renderMail: typeof renderMail;
};
const surroundings = { origin: 'https://muro.example', unsubscribeToken: 'token' };
const mails = SAMPLES.map(([kind, data]) => [kind, render(kind, data, surroundings)]);
process.stdout.write(JSON.stringify(mails));
