import type { Environment } from '#config/process/environment.ts';
import { mailDir } from '#publish/process/source.ts';

/** What becomes of mails where no server for them is named. */
export function withoutServer({ dataDir, hosted }: Environment): string {
  return hosted
    ? 'SMTP_URL is not set: mails wait in the database.'
    : `SMTP_URL is not set: each mail becomes a file in ${mailDir(dataDir)}.`;
}
