import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { serialQueue } from '#node/concurrency.ts';
import type { Database } from '../base/database.ts';
import { mailFolder } from './mail.ts';

const AGAIN_MS = 3_600_000;

/** Does some work now, at each notification of a channel and every hour, one after another. Returns what ends it. */
async function following(
  db: Database,
  channel: string,
  work: () => Promise<void>,
): Promise<() => Promise<void>> {
  const inTurn = serialQueue();
  const again = () => inTurn(work).catch(() => {});
  const stop = await db.listen(channel, again, again);
  await again();
  const timer = setInterval(again, AGAIN_MS).unref();
  return async () => {
    clearInterval(timer);
    await stop();
    await inTurn(async () => {}); // what was under way has ended
  };
}

/**
 * Removes the mails to and about people whose account is deleted. The addresses wait in a table until that is done, so
 * that a crash in between forgets nobody; of servers that share them each has mails of its own, and a day for it. Returns
 * what ends it.
 */
export const followDeletedAccounts = (db: Database, dataDir: string, shared: boolean) =>
  following(db, 'embedded_account_gone', () => forgetWaiting(db, dataDir, shared));

/** The identity of its row in the outbox, as the file of a mail ends with. */
const OF_OUTBOX = /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml$/;

/**
 * Removes the files of mails whose row has gone: with a request that was erased, with an account, or because they are
 * old. What was under way then is found an hour later. Returns what ends it.
 */
export const followErasedMails = (db: Database, dataDir: string) =>
  following(db, 'mails_gone', () => removeWithoutRow(db, mailFolder(dataDir)));

async function removeWithoutRow(db: Database, dir: string): Promise<void> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => OF_OUTBOX.test(name));
  if (names.length === 0) return;
  const idOf = (name: string) => OF_OUTBOX.exec(name)?.[1] ?? '';
  const rows = await db.sql<{ id: string }>(
    'select m.message_id as id from private.mails m where m.message_id = any ($1::uuid[])',
    [names.map(idOf)],
  );
  const there = new Set(rows.map(({ id }) => id));
  // A mail that was written twice has two files.
  for (const name of names)
    if (!there.has(idOf(name))) await rm(path.join(dir, name), { force: true });
}

async function forgetWaiting(db: Database, dataDir: string, shared: boolean): Promise<void> {
  const rows = await db.sql<{ id: string; email: string; gone_at: string }>(
    'select id, email, gone_at from embedded.deleted_accounts order by gone_at',
  );
  if (rows.length === 0) return;
  await removeMails(mailFolder(dataDir), rows);
  await db.sql(
    `delete from embedded.deleted_accounts
     where id = any ($1) and (not $2 or gone_at < clock_timestamp() - interval '1 day')`,
    [rows.map((row) => row.id), shared],
  );
}

/** Mails that name one of the addresses, written before the account went: it may be in use again since. */
async function removeMails(dir: string, gone: readonly { email: string; gone_at: string }[]) {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  for (const name of names) {
    const file = path.join(dir, name);
    const text = textOf(await readFile(file, 'latin1').catch(() => ''));
    const written = Date.parse(timeOf(name));
    const about = gone.some(
      ({ email, gone_at }) => mentions(text, email) && !(written > Date.parse(gone_at)),
    );
    if (about) await rm(file, { force: true });
  }
}

/** A mail's file begins with its time, as in `20260101T120000.000Z-ana@example.com.eml`. */
function timeOf(name: string): string {
  return name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(.*?Z).*$/s, '$1-$2-$3T$4:$5:$6');
}

/** What a mail says: its lines as they were before they were wrapped and encoded. */
function textOf(file: string): string {
  const bytes = file
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().toLowerCase();
}

/** Whether a text names this address, and not only a longer one that ends like it. */
function mentions(text: string, email: string): boolean {
  for (let at = text.indexOf(email); at >= 0; at = text.indexOf(email, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + email.length]];
    if (!/[\w.+%-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
