import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { dollars } from '#lib/format.ts';
import { shortDate } from '#lib/wall-time.ts';
import { z } from '#lib/zod.ts';
import { ownRequestData } from '#mail/data.ts';
import { openLeadAction, text } from '#mail/phrases.ts';
import { type Template, template, toArtist, toClient } from '#mail/template.ts';
import { ARTIST_ACTS, PROVEN_ACTS } from './proven-acts.ts';

const code = ownRequestData.extend({
  code: z.string(),
  act: z.string(),
  /** Of the agreement that it signs. */
  version: z.number().nullish(),
  price: z.number().nullish(),
});
const acted = z.object({ act: z.string(), reference: z.string(), link: z.string().optional() });
const artistActed = z.object({ act: z.string(), lead_id: z.string().nullable() });
const addressChange = z.object({
  /** When it takes effect. */
  at: z.string(),
  reference: z.string(),
  link: z.string().optional(),
  /** It goes to the new address, and not to the present one. */
  asked: z.boolean().default(false),
});

const WHY_ADDRESS = `Sent because your request at ${SITE.name} has this address.`;

/** What a code is for. */
function purposeOf({ act, version, price }: z.output<typeof code>): string {
  if (version && price) return `To sign version ${version} for ${dollars(price)}`;
  return `To ${PROVEN_ACTS[act]?.to ?? 'go on'}`;
}

/** Emails about who acts for a client: the code of an act, and what was done in their name. */
export const PROOF_TEMPLATES: Record<string, Template> = {
  // No name: the address may be a stranger's.
  request_signing_code: toClient(code, (data) => ({
    subject: `${purposeOf(data)}: ${data.code}`,
    heading: `Your code: ${data.code}`,
    blocks: [
      text(`${purposeOf(data)}, enter it on your request page. It works for 15 minutes.`),
      text('Don’t share this code. If you didn’t ask for it, ignore this email.'),
    ],
  })),

  // What is gone has no page, and an address that the request had before gets no link to it.
  request_acted: template(acted, ({ act, reference, link }) => {
    const own = sameOriginPath(link);
    const did = PROVEN_ACTS[act]?.did ?? 'Your request changed';
    return {
      subject: `${did} (${reference})`,
      heading: did,
      blocks: [text('If this wasn’t you, someone has the link to your request.')],
      button: own
        ? { label: 'Open Your Request', path: own }
        : { label: 'Ask for Your Links', path: paths.request },
      why: WHY_ADDRESS,
    };
  }),

  artist_acted: toArtist(artistActed, ({ act, lead_id: id }) => {
    const did = PROVEN_ACTS[act]?.did ?? ARTIST_ACTS[act] ?? 'Your account changed';
    return {
      subject: `${did} at ${SITE.name}`,
      heading: did,
      blocks: [text('If this wasn’t you, change your password: someone is using your account.')],
      button: id
        ? openLeadAction({ id }, 'Open the Lead')
        : { label: 'Open Your Settings', path: paths.dashboard('artist', 'settings') },
    };
  }),

  // Its new address may be a stranger's: that one gets no way to erase the request.
  request_address_change: template(addressChange, ({ at, reference, link, asked }) => {
    const path = sameOriginPath(link) ?? paths.request;
    const day = shortDate(at);
    if (asked) {
      return {
        subject: `Confirm this address for your mural request (${reference})`,
        blocks: [
          text(
            `Open request ${reference} once from this email. We’ll write to you here from ${day}.`,
          ),
        ],
        button: { label: 'Confirm This Address', path },
        why: `Sent because someone asked for this address at ${SITE.name}. If that wasn’t you, ignore this email.`,
      };
    }
    return {
      subject: `Your request’s address changes on ${day} (${reference})`,
      blocks: [
        text(
          `Someone with the link to request ${reference} says they can’t read this address anymore, and asked for another one. It changes on ${day}.`,
        ),
        text('If this wasn’t you, stop it with one press.'),
      ],
      button: { label: 'This Wasn’t Me', path },
      why: WHY_ADDRESS,
    };
  }),
};
