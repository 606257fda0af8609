/** One line of the product made wrong, and the tests that stand nearest to it. */
export interface Mutation {
  file: string;
  /** Stands in the file once. Without it the file is new: a migration behind all others. */
  find?: string;
  replace: string;
  breaks: string;
  near: string[];
}

const line = (file: string, find: string, replace: string, breaks: string, ...near: string[]) => ({
  file,
  find,
  replace,
  breaks,
  near,
});
const migration = (sql: string, breaks: string, ...near: string[]): Mutation => ({
  file: 'supabase/migrations/20991231000000_mutation.sql',
  replace: `${sql};\n`,
  breaks,
  near,
});
const ACCESS = 'tests/db/access.test.ts';

export const MUTATIONS: Mutation[] = [
  // Rules of forms, prices and states.
  line(
    'src/lib/limits.ts',
    'projectMin: 10,',
    'projectMin: 9,',
    'a limit off by one',
    'tests/db/limits.test.ts',
  ),
  line(
    'src/lib/pagination.ts',
    'Math.ceil(total / PAGE_SIZE)',
    'Math.floor(total / PAGE_SIZE)',
    'the last page is lost',
    'src/lib/pagination.test.ts',
  ),
  line(
    'src/features/estimates/wall-price.ts',
    'heightFt > rates.lift_above',
    'heightFt >= rates.lift_above',
    'a lift where a ladder does',
    'src/features/estimates/estimate.test.ts',
  ),
  line(
    'src/features/estimates/rounding.ts',
    'if (amount < 2000) return 50;',
    'if (amount < 2000) return 100;',
    'small prices rounded too far',
    'src/features/estimates/estimate.test.ts',
  ),
  line(
    'src/features/estimates/rounding.ts',
    'Math.ceil(cents(amount)',
    'Math.floor(cents(amount)',
    'the upper price rounded down',
    'src/features/estimates/estimate.test.ts',
  ),
  line(
    'src/ui/admin-list/csv.ts',
    "FORMULA.test(text) ? `'",
    "false ? `'",
    'formulas in exports',
    'src/ui/admin-list/csv.test.ts',
  ),
  line(
    'src/lib/text.ts',
    '[...text].length',
    'text.length',
    'an emoji counts twice',
    'src/lib/text.test.ts',
  ),
  line(
    'src/features/requests/lead-status.ts',
    'showsContact: false }',
    'showsContact: true }',
    'contact shown while a lead is new',
    'src/features/requests/lead-status.test.ts',
  ),
  line(
    'src/features/requests/assignment.ts',
    "from: ['proposed'], to: 'talking' }",
    "from: ['proposed'], to: 'seen' }",
    'a withdrawn proposal leads elsewhere',
    'tests/db/requests/assignment.test.ts',
  ),
  line(
    'src/lib/toasts.ts',
    "profilePublic: 'Profile is now public'",
    "profilePublic: 'Profile is now private'",
    'a wrong toast',
    'src/lib/toasts.test.ts',
  ),
  line(
    'src/features/requests/proposals/proposal.ts',
    'low === high ? dollars(low)',
    'low !== high ? dollars(low)',
    'a price without its end',
    'src/features/requests/proposals/proposal.test.ts',
  ),
  line(
    'src/features/pictures/upload.ts',
    "name: 'profile-photos', maxBytes: LIMITS.profilePhotoBytes",
    "name: 'profile-photos', maxBytes: LIMITS.portfolioImageBytes",
    'photos that the bucket refuses',
    'tests/db/limits.test.ts',
  ),
  line(
    'src/features/claims/import-line.ts',
    'weight(a) - weight(b) || a.line',
    'weight(b) - weight(a) || a.line',
    'faults of an import below what is fine',
    'src/features/claims/import.test.ts',
  ),
  line(
    'src/features/map/towns.ts',
    'a.miles - b.miles',
    'b.miles - a.miles',
    'the furthest town first',
    'src/features/map/map.test.ts',
  ),
  line(
    'src/lib/style.ts',
    'b.times - a.times',
    'a.times - b.times',
    'rare styles first',
    'src/lib/style.test.ts',
  ),
  // Lists, addresses and what a browser keeps.
  line(
    'src/config/paths.ts',
    'requestBy: (token: string) => `/request#',
    'requestBy: (token: string) => `/request?',
    'a token that servers see',
    'src/config/paths.test.ts',
    'src/mail/render.test.ts',
  ),
  line(
    'src/features/directory/search/nearest.ts',
    'b.likeness - a.likeness',
    'a.likeness - b.likeness',
    'the least fitting first',
    'src/features/directory/search/nearest.test.ts',
  ),
  line(
    'src/browser/retry-wait.ts',
    '2 ** tries',
    '2 * tries',
    'retries come too often',
    'src/features/requests/sending/outbox.store.test.ts',
  ),
  line(
    'src/features/directory/shortlist/shortlist.store.ts',
    'kept.length >= SHORTLIST_MAX',
    'kept.length > SHORTLIST_MAX',
    'a list that is fuller than full',
    'src/features/directory/shortlist/shortlist.store.test.ts',
  ),
  line(
    'src/features/directory/shortlist/shortlist.store.ts',
    "image.startsWith('/media/')",
    "image.startsWith('')",
    'pictures of other sites',
    'src/features/directory/shortlist/shortlist.store.test.ts',
  ),
  line(
    'src/browser/kept-table.ts',
    'form: 30 * DAY_MS',
    'form: 300 * DAY_MS',
    'drafts that are kept for most of a year',
    'src/browser/kept-draft.test.ts',
  ),
  line(
    'src/data/app-error.ts',
    '[400, 403, 409, 422]',
    '[400, 403, 422]',
    'a conflict is tried for ever',
    'src/data/app-error.test.ts',
  ),
  // Emails and the server.
  line(
    'src/mail/html.ts',
    'escapeHtml(asOneLine(text))',
    'asOneLine(text)',
    'text of strangers as HTML',
    'src/mail/render.test.ts',
  ),
  line(
    'src/mail/phrases.ts',
    "label: 'Open Your Request', path: paths.ownRequest(lead.id)",
    "label: 'Open Your Request', path: paths.artists",
    'an email with the wrong link',
    'src/mail/render.test.ts',
  ),
  line(
    'src/mail/unproven.ts',
    'The link to your',
    'We have your',
    'words for the wrong person',
    'src/mail/render.test.ts',
  ),
  line(
    'src/server/unsubscribe.ts',
    'await end(token);',
    'void end(token);',
    'an answer before anything has ended',
    'tests/server/unsubscribe.test.ts',
  ),
  line(
    'src/server/access-log.ts',
    'ENDS_MAILS.test(readable(path)) ?',
    'false ?',
    'tokens in the log',
    'src/server/access-log.test.ts',
  ),
  line(
    'src/publish/content-type.ts',
    "?? 'application/octet-stream'",
    "?? 'text/html; charset=utf-8'",
    'unknown files run as pages',
    'src/publish/content-type.test.ts',
  ),
  // The database.
  migration(
    "create or replace function private.require_admin() returns void language sql set search_path = '' as ''",
    'admin functions for everybody',
    ACCESS,
  ),
  migration(
    'alter policy lead_contacts_select on public.lead_contacts using (true)',
    'contacts of clients for every account',
    ACCESS,
  ),
  migration(
    'grant select on private.mails to authenticated',
    'emails may be read',
    'tests/db/grants.test.ts',
  ),
  migration(
    "update private.error_codes set message = 'No' where code = 'name_required'",
    'two sentences for one error',
    'tests/db/limits.test.ts',
    'tests/db/sql-and-typescript.test.ts',
  ),
  migration(
    'alter table private.mails disable trigger mails_1_limit',
    'a flood of emails',
    'tests/db/notifications/mail-floods.test.ts',
  ),
  migration(
    'drop trigger reviews_rate_insert on public.reviews',
    'ratings that do not count',
    'tests/db/requests/reviews.test.ts',
  ),
  // What is seen and pressed.
  line(
    'src/ui/forms/Field.tsx',
    "'aria-invalid': error ? true : undefined",
    "'aria-invalid': undefined",
    'an error that is not announced',
    'tests/e2e/requests/quote.spec.ts',
  ),
  line(
    'src/ui/Dialog.tsx',
    'dialog.showModal();',
    'dialog.show();',
    'the focus leaves a dialog',
    'tests/e2e/pages/overlays.spec.ts',
  ),
  line(
    'src/styles/selects.css',
    'scroll-padding-bottom: 6rem;',
    'scroll-padding-bottom: 0;',
    'a bar over the focus',
    'tests/e2e/pages/comfort.spec.ts',
  ),
  line(
    'src/features/pictures/queue/picture-store.store.ts',
    "error?.name !== 'UnknownError'",
    'true',
    'photos lost on a reload in WebKit',
    'tests/e2e/pictures/uploads.spec.ts',
  ),
  line(
    'src/ui/Pagination.tsx',
    "aria-current={!name && target === page ? 'page' : undefined}",
    'aria-current={undefined}',
    'no current page',
    'tests/e2e/directory/search.spec.ts',
  ),
];
