import { usableStorage } from '#browser/browser-storage.ts';
import { LOCALE } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { again } from '#ui/again.ts';
import { outboxEntries } from '../sending/outbox-entries.store.ts';
import { ownRequest } from '../sending/own-request.store.ts';
import { QUOTES_EVENT } from '../sending/quote-resume.store.ts';
import { type Receiver, takeReceivers } from '../sending/sent-request.store.ts';

/*
 * Runs when it is imported: says who has the request, in the place of what is true for everybody. What waits in this
 * browser goes before what was sent, because it is newer.
 */
const sent = takeReceivers();
const text = document.querySelector('#receivers');
const next = document.querySelector<HTMLAnchorElement>('#next');
let waited = false;

const NOBODY =
  'No artist has your request yet. Choose one on your request page, or we’ll pick one who fits.';

function show(): void {
  showOwn();
  const entries = outboxEntries(usableStorage('localStorage'), Date.now).all();
  const [last] = entries.slice(-1);
  if (last?.state === 'sending') {
    waited = true;
    say('Not sent yet: it’s saved on this device and will go out when you’re back online.');
    lead('See Your Request', paths.quote);
  } else if (last && !sent) {
    say('No artist has your request yet: choose who should get it.');
    lead('Choose Artists', paths.quote);
  } else if (sent && sent.length > 0) say(...named(sent));
  else if (sent || waited) say(NOBODY);
  if (last || sent || waited || ownRequest()) next?.removeAttribute('data-later');
}

/** 'Ana and Ben have your request. …', each name a link to its page. */
function named(receivers: readonly Receiver[]): (string | Node)[] {
  const names = receivers.map(({ name, slug }) =>
    Object.assign(document.createElement('a'), {
      href: paths.artist(slug),
      textContent: name,
      className: 'font-bold underline underline-offset-4',
    }),
  );
  const parts = new Intl.ListFormat(LOCALE).formatToParts(receivers.map((_, i) => String(i)));
  const list = parts.map(({ type, value }) => (type === 'element' ? names[Number(value)] : value));
  const rest =
    receivers.length === 1
      ? ' has your request, and answers by email or phone, usually within a few days.'
      : ' have your request. They answer by email or phone, usually within a few days.';
  return [...list.filter((part) => part !== undefined), rest];
}

/** The page of the request that this browser sent last, and what it is called on the phone. */
function showOwn(): void {
  const own = ownRequest();
  const box = document.querySelector<HTMLElement>('#own-request');
  const [copy, mail] = box?.querySelectorAll('button') ?? [];
  const reference = box?.querySelector('strong');
  box?.toggleAttribute('data-later', own === null);
  if (!own || !copy || !mail || !reference) return;
  reference.textContent = own.reference;
  const address = paths.requestBy(own.token);
  lead('Open Your Request', address);
  copy.onclick = async () =>
    (await import('#ui/share/share.ts')).copyLink(new URL(address, location.href).href);
  mail.onclick = async () =>
    (await again(() => import('./mail-link.store.ts'))).mailLink(own.token);
  void sayUnproven(own.token);
}

/** Until the link in the email is opened; nothing where the request cannot be read. */
async function sayUnproven(token: string): Promise<void> {
  const place = document.querySelector('#open-emailed');
  try {
    const { readOpenEmailed } = await again(() => import('./open-emailed.store.ts'));
    const said = await readOpenEmailed(token);
    if (place) place.textContent = said;
  } catch (error) {
    console.error(error);
  }
}

const say = (...parts: (string | Node)[]) => text?.replaceChildren(...parts);

/** The step that helps most. */
function lead(label: string, href: string): void {
  if (next) Object.assign(next, { textContent: label, href });
}

show();
addEventListener('storage', show);
addEventListener(QUOTES_EVENT, show);
