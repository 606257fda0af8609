import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { aboutPage, pageLink } from '#mail/data.ts';
import { text } from '#mail/phrases.ts';
import { type Template, template, toAccount, toAdmin } from '#mail/template.ts';

/** Emails about an artist's page that is unclaimed. */
export const CLAIM_TEMPLATES: Record<string, Template> = {
  // The reader may never have heard of the site.
  artist_invited: template(pageLink, ({ artist, link }) => ({
    subject: `${artist.name}, there’s a page about you at ${SITE.name}`,
    heading: 'Claim your page',
    blocks: [
      text(
        `${SITE.name} helps clients find mural artists near them. We have a page about ${artist.name} with public information. Clients can’t contact you through it yet.`,
      ),
      text(
        'Claim it for free: you decide what it shows, and requests come to you. Or have it removed.',
      ),
    ],
    button: { label: 'Claim or Remove Your Page', path: sameOriginPath(link) ?? paths.claim },
    ...(artist.slug && { aside: { label: 'See the page', path: paths.artist(artist.slug) } }),
    why: `Sent because ${SITE.name} has this address for ${artist.name}. Don’t forward it: anyone with the link can claim the page:`,
  })),

  claim_check: template(pageLink, ({ artist, link }) => ({
    subject: `Did you claim the ${SITE.name} page of ${artist.name}?`,
    blocks: [
      text(
        'Someone claimed this page. If that was you, confirm it: the page goes to the account you’re logged in with.',
      ),
      text('If it wasn’t you, do nothing, or have the page removed.'),
    ],
    button: { label: 'Confirm Your Claim', path: sameOriginPath(link) ?? paths.claim },
    why: `Sent because ${SITE.name} has this address for ${artist.name}:`,
  })),

  claim_waiting: toAdmin(aboutPage, ({ artist }) => ({
    subject: `Someone claimed the page of ${artist.name}`,
    blocks: [
      text(
        `Someone says the unclaimed page of ${artist.name} is theirs. They can confirm it by the email on file; otherwise you decide.`,
      ),
    ],
    button: { label: 'Review the Claim', path: paths.adminClaims },
  })),

  claim_accepted: toAccount(aboutPage, ({ artist }) => ({
    subject: `The page of ${artist.name} is yours now`,
    blocks: [text('Check it, and add photos of your work.')],
    button: { label: 'Open Your Profile', path: paths.dashboard('artist', 'profile') },
  })),

  claim_refused: toAccount(aboutPage, ({ artist }) => ({
    subject: `We couldn’t approve your claim of the page of ${artist.name}`,
    blocks: [
      text(
        `We couldn’t confirm that the page of ${artist.name} is yours, or someone else has shown that it’s theirs. You can set up a page of your own.`,
      ),
    ],
    button: { label: 'Open Your Profile', path: paths.dashboard('artist', 'profile') },
  })),
};
