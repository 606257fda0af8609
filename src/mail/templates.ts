import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { noticePath } from '#features/notifications/notice-path.ts';
import { NOTICES, noticeTitle } from '#features/notifications/notices.ts';
import { REPORT_REASON_LABELS } from '#features/reports/picture-report.ts';
import { CONVERSATION_TEMPLATES } from './conversation-templates.ts';
import {
  aboutLead,
  aboutPage,
  assignedRequest,
  collected,
  decidedReport,
  heldLead,
  hiddenMural,
  newsletterIssue,
  nothing,
  ownRequestData,
  ownRequestWithArtist,
  pageLink,
  reportedPicture,
  silentLead,
  subscription,
  takenDownPicture,
  waitingRequest,
} from './data.ts';
import {
  choicesOf,
  counted,
  factsOf,
  firstNamesOf,
  inCity,
  itemsOf,
  muralOf,
  namesOf,
  ownFactsOf,
  requestButton,
  requestOf,
  WHY_ADMIN,
  WHY_ARTIST,
  whyRequest,
} from './phrases.ts';
import { type Template, template } from './template.ts';

const WHY_ACCOUNT = `You get this because of your account at ${SITE.name}:`;

const HELD = new Map([
  ['honeypot', 'It filled in a hidden field.'],
  ['too_fast', 'It came faster than a person types.'],
  ['client_limit', 'Many requests came from the same address of the network.'],
  ['account_limit', 'Many requests came from the same account.'],
  ['total_limit', 'Many requests came from everywhere at once.'],
]);
const heldBecause = (reason: string | null | undefined) =>
  HELD.get(reason ?? '') ?? 'It looks like spam.';

/** Every kind of mail: `private.mail_kinds` has a row for each, and a trigger writes it. */
export const TEMPLATES: Record<string, Template> = {
  lead_received: template(aboutLead, ({ lead }) => {
    const call = lead.kind === 'consultation';
    return {
      subject: call
        ? 'A client asks you for a call'
        : `New ${muralOf(lead)} request${inCity(lead)}`,
      preview: lead.project_description,
      heading: call ? 'A client would like to talk to you' : 'You have a new request',
      blocks: [
        { kind: 'facts', rows: factsOf(lead) },
        { kind: 'quote', text: lead.project_description },
        {
          kind: 'text',
          text: 'Move it to In Review to see the client’s name and contact.',
        },
      ],
      button: { label: 'Open your leads', path: paths.dashboard('artist', 'leads') },
      why: WHY_ARTIST,
    };
  }),

  lead_waiting: template(silentLead, ({ lead, by_admin }) => ({
    subject: `A client${inCity(lead)} still waits for your answer`,
    preview: lead.project_description,
    heading: 'A client is waiting for your answer',
    blocks: [
      {
        kind: 'text',
        text: `${by_admin ? 'You have not answered this request yet' : 'You have had this request for a day'}, and it is still new. Move it to In Review to see the client’s name and contact.`,
      },
      { kind: 'facts', rows: factsOf(lead) },
      { kind: 'quote', text: lead.project_description },
    ],
    button: { label: 'Open your leads', path: paths.dashboard('artist', 'leads') },
    why: WHY_ARTIST,
  })),

  request_line_added: template(aboutLead, ({ lead }) => ({
    subject: `A client${inCity(lead)} added to a request that you have`,
    preview: lead.project_description,
    heading: 'A request says more now',
    blocks: [
      { kind: 'text', text: 'The whole request now:' },
      { kind: 'quote', text: lead.project_description },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Open your leads', path: paths.dashboard('artist', 'leads') },
    why: WHY_ARTIST,
  })),

  request_withdrawn: template(aboutLead, ({ lead }) => ({
    subject: `A client${inCity(lead)} has withdrawn a request`,
    preview: 'The client is no longer looking for an artist.',
    heading: 'A request is withdrawn',
    blocks: [
      {
        kind: 'text',
        text: 'The client is no longer looking for an artist.',
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'See your leads', path: paths.dashboard('artist', 'leads') },
    why: WHY_ARTIST,
  })),

  // Nothing that was typed freely: whoever typed this address may be a stranger to its owner.
  request_confirmed: template(ownRequestData, (data) => {
    const { lead, artists, offers } = data;
    const what = requestOf(lead);
    const said = artists.length
      ? {
          subject: `Your ${what} is with ${namesOf(artists)}`,
          preview: 'They can see your request and will reply directly.',
          text: 'These artists can see your request and will reply by email or phone.',
        }
      : offers
        ? {
            subject: `We have your ${what}; no artist has it yet`,
            preview: `${counted(offers, 'artist fits', 'artists fit')} it.`,
            text: `${counted(offers, 'artist fits', 'artists fit')} it, but you haven’t sent it to any of them yet.`,
          }
        : {
            subject: `We have your ${what}; no artist fits it yet`,
            preview: 'We’re looking for one.',
            text: 'We’re looking for one, and we’ll email you when an artist has it.',
          };
    return {
      subject: said.subject,
      preview: said.preview,
      heading: 'Your request is on its way',
      blocks: [
        { kind: 'text', text: said.text },
        ...(artists.length ? [{ kind: 'list' as const, items: artists.map((a) => a.name) }] : []),
        { kind: 'facts', rows: ownFactsOf(data) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_link: template(ownRequestData, (data) => ({
    subject: 'The link to your mural request',
    preview: 'Open your request.',
    heading: 'Your link',
    blocks: [
      {
        kind: 'text',
        text: 'Someone asked for the link to a request that was sent with this address. Links from earlier emails keep working.',
      },
      { kind: 'facts', rows: choicesOf(data.lead) },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  request_assigned: template(assignedRequest, (data) => {
    const artists = data.artists.filter(({ id }) => data.artist_ids.includes(id));
    const many = artists.length > 1;
    return {
      subject: artists.length
        ? `${namesOf(artists)} ${many ? 'have' : 'has'} your mural request now`
        : 'Your mural request was passed on',
      preview: 'They can see your request and will reply directly.',
      heading: 'Your request was passed on',
      blocks: [
        { kind: 'text', text: 'These artists have it now and will reply by email or phone:' },
        { kind: 'list', items: data.artists.map(({ name }) => name) },
        { kind: 'facts', rows: choicesOf(data.lead) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_waiting: template(waitingRequest, (data) => {
    const { silent, matches, lead } = data;
    const has = silent.length > 1 ? 'have' : 'has';
    return {
      subject: `${namesOf(silent)} ${has} not answered your ${requestOf(lead)} yet`,
      preview: matches.length
        ? `You can send it to ${namesOf(matches)} too.`
        : 'It stays open, and can still be answered.',
      heading: 'No answer yet',
      blocks: [
        {
          kind: 'text',
          text: `${namesOf(silent)} ${has} had your ${requestOf(lead)} for about two days without an answer. ${
            matches.length
              ? 'You can also send it to these artists:'
              : `No other artist fits it yet. We’ll pass it on if we find one.`
          }`,
        },
        ...(matches.length ? [{ kind: 'list' as const, items: firstNamesOf(matches) }] : []),
        { kind: 'facts', rows: ownFactsOf(data) },
      ],
      button: requestButton(data),
      ...whyRequest(data),
    };
  }),

  request_unmatched: template(aboutLead, ({ lead }) => ({
    subject: `No artist fits a request${lead.city ? ` from ${lead.city}` : ''} yet`,
    preview: lead.project_description,
    heading: 'A request needs an artist',
    blocks: [
      {
        kind: 'text',
        text: 'No public artist fits its style or city, and the client is waiting.',
      },
      { kind: 'facts', rows: factsOf(lead) },
      { kind: 'quote', text: lead.project_description },
    ],
    button: { label: 'Find an Artist', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),

  request_answered: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} has taken up your mural request`,
    preview: 'Expect an email or a call.',
    heading: `${data.artist.name} looks into it`,
    blocks: [
      {
        kind: 'text',
        text: `${data.artist.name} has your request in review and sees how to reach you: expect an email or a call.`,
      },
      { kind: 'facts', rows: choicesOf(data.lead) },
    ],
    button:
      data.artist.slug && !data.lead.account && !data.link
        ? { label: `See the work of ${data.artist.name}`, path: paths.artist(data.artist.slug) }
        : requestButton(data),
    ...whyRequest(data),
  })),

  request_completed: template(ownRequestWithArtist, (data) => ({
    subject: `${data.artist.name} marked your mural request as completed`,
    preview: 'Tell others how it was.',
    heading: 'Your request is completed',
    blocks: [
      {
        kind: 'text',
        text: `${data.artist.name} marked it as completed. If it isn’t, say so on your request’s page. If it is, a short review helps ${data.artist.name} and other clients.`,
      },
      { kind: 'facts', rows: choicesOf(data.lead) },
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),

  ...CONVERSATION_TEMPLATES,

  lead_held: template(heldLead, ({ lead, reason }) => ({
    subject: 'A request is held until you look at it',
    preview: heldBecause(reason),
    heading: 'A request is held',
    blocks: [
      {
        kind: 'text',
        text: `${heldBecause(reason)} No artist sees it until you mark it as not spam. There may be others: we send one such email an hour.`,
      },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Review Held Requests', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),

  lead_released: template(aboutLead, ({ lead }) => ({
    subject: `A held request${lead.city ? ` from ${lead.city}` : ''} isn’t spam`,
    preview: 'Another admin has looked at it.',
    heading: 'A held request isn’t spam',
    blocks: [
      { kind: 'text', text: 'Another admin has looked at it. Artists can see it now.' },
      { kind: 'facts', rows: factsOf(lead) },
    ],
    button: { label: 'Open the leads', path: paths.dashboard('admin', 'leads') },
    why: WHY_ADMIN,
  })),

  digest: template(collected, ({ notices }) => {
    const [first] = notices.map(noticeTitle);
    const [role] = notices.flatMap(({ kind }) => NOTICES[kind]?.role ?? []);
    return {
      subject: `${counted(notices.length, 'thing is', 'things are')} new for you at ${SITE.name}`,
      preview: notices.length > 1 ? `${first}, and more.` : `${first}.`,
      heading: 'Your day in one email',
      blocks: [
        {
          kind: 'links',
          items: notices.map((notice) => ({ text: noticeTitle(notice), path: noticePath(notice) })),
        },
        {
          kind: 'text',
          text: 'You can change how often we email you in your dashboard settings.',
        },
      ],
      button: { label: 'Open your dashboard', path: role ? paths.dashboard(role) : paths.auth },
      why: WHY_ACCOUNT,
    };
  }),

  newsletter_confirm: template(subscription, ({ link }) => ({
    subject: `Confirm that you want the ${SITE.name} newsletter`,
    preview: 'New walls and new artists, once a month.',
    heading: 'One press, and you are on the list',
    blocks: [
      {
        kind: 'text',
        text: `Someone signed this address up for the newsletter of ${SITE.name}: new walls and new artists, once a month. It only comes if you confirm.`,
      },
    ],
    button: { label: 'Confirm subscription', path: sameOriginPath(link) ?? paths.newsletter },
    why: `You get this because someone typed this address at ${SITE.name}. If you ignore it, it is forgotten after 30 days:`,
  })),

  newsletter_issue: template(newsletterIssue, ({ subject, intro, artists, murals }) => ({
    subject,
    preview: intro || `New: ${[...artists, ...murals].map(({ name }) => name).join(', ')}`,
    heading: subject,
    blocks: [
      ...(intro ? [{ kind: 'text' as const, text: intro }] : []),
      ...itemsOf('New artists', artists, paths.artist),
      ...itemsOf('New murals', murals, paths.mural),
    ],
    button: { label: 'See all artists', path: paths.artists },
    why: `You get this because you signed up for the newsletter of ${SITE.name}:`,
  })),

  artist_welcome: template(nothing, () => ({
    subject: `Welcome to ${SITE.name}: show your walls`,
    preview: 'Three steps until clients find you.',
    heading: `Welcome to ${SITE.name}`,
    blocks: [
      {
        kind: 'text',
        text: 'Clients find you once your profile is public. Three steps lead there:',
      },
      {
        kind: 'list',
        items: [
          'Say who you are: city, styles, what you paint on.',
          'Add photos of your walls.',
          'Make the profile public.',
        ],
      },
    ],
    button: { label: 'Finish your profile', path: paths.dashboard('artist', 'profile') },
    why: WHY_ACCOUNT,
  })),

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

  mural_hidden: template(hiddenMural, ({ title, reason }) => ({
    subject: `Your mural “${title}” was taken down`,
    preview: reason,
    heading: 'A mural of yours is hidden',
    blocks: [
      { kind: 'text', text: `An admin has taken “${title}” off the pages, for this reason:` },
      { kind: 'quote', text: reason },
      {
        kind: 'text',
        text: 'It’s still in your murals. To have it shown again, change it and reply to this email.',
      },
    ],
    button: { label: 'Open your murals', path: paths.dashboard('artist', 'murals') },
    why: WHY_ARTIST,
  })),

  picture_reported: template(reportedPicture, ({ reason, words, page }) => ({
    subject: `A photo was reported: ${REPORT_REASON_LABELS[reason]}`,
    preview: words ?? 'Please look at it.',
    heading: 'A photo was reported',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['What is wrong', REPORT_REASON_LABELS[reason]],
          ['Page', page],
        ],
      },
      ...(words ? [{ kind: 'quote' as const, text: words }] : []),
      { kind: 'text', text: 'It stays where it is until you have decided.' },
    ],
    button: { label: 'Open the reports', path: paths.adminReports },
    why: WHY_ADMIN,
  })),

  picture_taken_down: template(takenDownPicture, ({ reason, mural }) => ({
    subject: mural ? `A photo of “${mural}” was taken down` : 'A photo of yours was taken down',
    preview: reason,
    heading: 'A photo of yours was taken down',
    blocks: [
      {
        kind: 'text',
        text: `Someone reported a photo ${mural ? `of your mural “${mural}”` : 'on your page'}, and the people who run ${SITE.name} have removed it from your pages with its file. Their reason:`,
      },
      { kind: 'quote', text: reason },
      { kind: 'text', text: 'Reply to this email if you disagree.' },
    ],
    button: { label: 'Open your portfolio', path: paths.dashboard('artist', 'portfolio') },
    why: WHY_ARTIST,
  })),

  report_decided: template(decidedReport, ({ decision, page }) => {
    const down = decision === 'taken_down';
    return {
      subject: down ? 'The photo you reported is gone' : 'The photo you reported stays',
      preview: 'Thank you for telling us.',
      heading: 'Thank you for telling us',
      blocks: [
        {
          kind: 'text',
          text: down
            ? 'We looked at the photo you reported and took it down.'
            : 'We looked at the photo you reported. It follows our terms, so it stays. Reply to this email if we missed something.',
        },
        { kind: 'text', text: 'We won’t keep your address.' },
      ],
      button: { label: 'Open the page', path: sameOriginPath(page) ?? paths.home },
      why: `You get this because a photo was reported at ${SITE.name} with this address. If that was not you, ignore this email:`,
    };
  }),

  account_deleted: template(nothing, () => ({
    subject: `Your ${SITE.name} account is deleted`,
    preview: 'This is the last email to it.',
    heading: 'Your account is deleted',
    blocks: [
      {
        kind: 'text',
        text: 'Your profile, your photos and your name in requests went with it. We don’t keep this address.',
      },
    ],
    button: { label: `Visit ${SITE.name}`, path: paths.home },
    why: WHY_ACCOUNT,
  })),
};
