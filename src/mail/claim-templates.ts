import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { aboutPage, pageLink } from './data.ts';
import { WHY_ACCOUNT, WHY_ADMIN } from './phrases.ts';
import { type Template, template } from './template.ts';

/** Mails about an artist's page that nobody runs yet. */
export const CLAIM_TEMPLATES: Record<string, Template> = {
  // Whoever has this address may never have heard of the site.
  artist_invited: template(pageLink, ({ artist, link }) => ({
    subject: `${artist.name}, there is a page about you at ${SITE.name}`,
    preview: 'Make it yours, or have it removed.',
    heading: 'This page waits for you',
    blocks: [
      {
        kind: 'text',
        text: `${SITE.name} shows clients who paints near them. There is a page about ${artist.name} with what is known publicly; no one can contact you through it yet.`,
      },
      {
        kind: 'text',
        text: 'The button opens a page on which you can take yours over: it costs nothing, you decide what it shows, and requests come to you. On the same page you can have it removed for good.',
      },
    ],
    button: { label: 'See the page about you', path: sameOriginPath(link) ?? paths.claim },
    ...(artist.slug && { aside: { label: 'How it looks now', path: paths.artist(artist.slug) } }),
    why: `You get this because this is the address that ${SITE.name} has of ${artist.name}. Do not pass the link on: anyone who has it can take the page over:`,
  })),

  claim_check: template(pageLink, ({ artist, link }) => ({
    subject: `Is the page of ${artist.name} at ${SITE.name} yours?`,
    preview: 'Only you can confirm it.',
    heading: `Someone claims the page of ${artist.name}`,
    blocks: [
      {
        kind: 'text',
        text: 'If that was you, the button opens a page on which one press hands it over to the account that you are signed in with.',
      },
      {
        kind: 'text',
        text: 'If it wasn’t you, do nothing and don’t forward this email: without its link nothing happens. The same page lets you have it removed for good.',
      },
    ],
    button: { label: 'Take over the page', path: sameOriginPath(link) ?? paths.claim },
    why: `You get this because this is the address that ${SITE.name} has of ${artist.name}:`,
  })),

  claim_waiting: template(aboutPage, ({ artist }) => ({
    subject: `Someone claims the page of ${artist.name}`,
    preview: 'It waits for your decision.',
    heading: 'Whose page is it?',
    blocks: [
      {
        kind: 'text',
        text: `An account says that the unclaimed page of ${artist.name} is theirs. The reader of the address on file can confirm it without you; otherwise you decide.`,
      },
    ],
    button: { label: 'Look at the claim', path: paths.adminClaims },
    why: WHY_ADMIN,
  })),

  claim_accepted: template(aboutPage, ({ artist }) => ({
    subject: `The page of ${artist.name} is yours now`,
    preview: 'You decide what it shows, and requests come to you.',
    heading: 'The page is yours',
    blocks: [
      {
        kind: 'text',
        text: 'Check what it says, and add photos of your walls.',
      },
    ],
    button: { label: 'Open your profile', path: paths.dashboard('artist', 'profile') },
    why: WHY_ACCOUNT,
  })),

  claim_refused: template(aboutPage, ({ artist }) => ({
    subject: `The page of ${artist.name} was not handed over to you`,
    preview: 'We could not tell that it is yours.',
    heading: 'We could not tell that it is yours',
    blocks: [
      {
        kind: 'text',
        text: `You said that the page of ${artist.name} is yours. The people who run ${SITE.name} could not tell, or another person has shown that it is theirs. You can make a profile of your own.`,
      },
    ],
    button: { label: 'Open your profile', path: paths.dashboard('artist', 'profile') },
    why: WHY_ACCOUNT,
  })),
};
