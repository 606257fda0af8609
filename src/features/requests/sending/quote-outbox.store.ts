import { browserLock } from '#browser/browser-lock.ts';
import { usableStorage } from '#browser/browser-storage.ts';
import { newKey, randomBytes } from '#browser/new-key.ts';
import { lastSignOut } from '#browser/personal.ts';
import { type AppError, toAppError } from '#data/app-error.ts';
import {
  bindRequest,
  joinRequest,
  photosTakenIn,
} from '#features/pictures/queue/wall-sets.store.ts';
import type { Match } from '../lead.ts';
import { type QuoteRequest, selectLeadArtists, submitLead } from '../leads.api.ts';
import { createOutbox, type RequestOutbox } from './outbox.store.ts';
import { keepOwnRequest } from './own-request.store.ts';

export type QuoteOutbox = RequestOutbox<QuoteRequest, Match, AppError>;

/** 32 random bytes: their holder may choose the artists of the lead. */
function newClaim(): string {
  const text = btoa(String.fromCharCode(...randomBytes(32)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Sends it, and keeps its link in this browser, unless the client has signed out meanwhile. Its photos may go from then
 * on.
 */
async function submit(...form: Parameters<typeof submitLead>) {
  const begun = lastSignOut();
  const [key] = form;
  await photosTakenIn();
  joinRequest(key);
  const { id, matches, ...link } = await submitLead(...form);
  if (lastSignOut() === begun) {
    keepOwnRequest(link);
    bindRequest(key, id, link.token);
  }
  return { id, matches };
}

let outbox: QuoteOutbox | undefined;

/** This browser's outbox of quote requests. */
export function quoteOutbox(): QuoteOutbox {
  outbox ??= createOutbox<QuoteRequest, Match, AppError>({
    storage: usableStorage('localStorage'),
    epoch: lastSignOut,
    lock: browserLock,
    newKey,
    newClaim,
    // A second press is the same request, although the clock has moved on.
    identity: ({ elapsedMs: _, ...request }) => request,
    transport: { submit, choose: selectLeadArtists, toRefusal: toAppError },
  });
  return outbox;
}
