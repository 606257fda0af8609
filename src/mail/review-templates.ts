import { SITE } from '#config/site.ts';
import { starsLabel, waitingNote } from '#features/requests/reviews/review.ts';
import { reviewedLead, reviewedRequest } from './data.ts';
import { inCity, openLead, quotes, requestButton, WHY_ARTIST, whyRequest } from './phrases.ts';
import { type Template, template } from './template.ts';

/** Mails about the review of a finished wall. */
export const REVIEW_TEMPLATES: Record<string, Template> = {
  lead_reviewed: template(reviewedLead, ({ lead, review }) => ({
    subject: `A review of your wall${inCity(lead)}: ${starsLabel(review.rating)}`,
    preview: review.waits_for ? 'Please look at it.' : 'It is on your page. You can reply once.',
    heading: 'The client has reviewed your work',
    blocks: [
      ...quotes([review.body]),
      {
        kind: 'text',
        text: `${waitingNote(review, 'artist', '') ?? 'It is on your page now.'} You can reply once; your reply shows below the review. If it is not about your work, dispute it within 14 days.`,
      },
    ],
    button: openLead(lead, 'Read and reply'),
    why: WHY_ARTIST,
  })),

  request_replied: template(reviewedRequest, (data) => ({
    subject: `${data.artist.name} replied to your review`,
    preview: data.review.reply ?? '',
    heading: `${data.artist.name} has replied`,
    blocks: quotes(data.review.reply ? [data.review.reply] : []),
    button: requestButton(data),
    ...whyRequest(data),
  })),

  lead_review_hidden: template(reviewedLead, ({ lead, review }) => ({
    subject: `A review of your wall${inCity(lead)} was hidden`,
    preview: review.hidden_reason ?? '',
    heading: 'A review was hidden',
    blocks: [
      {
        kind: 'text',
        text: `The people who run ${SITE.name} took a review off your page. It does not count for your rating any more. Their reason:`,
      },
      ...quotes(review.hidden_reason ? [review.hidden_reason] : []),
    ],
    button: openLead(lead, 'Open the request'),
    why: WHY_ARTIST,
  })),

  request_review_hidden: template(reviewedRequest, (data) => ({
    subject: `Your review of ${data.artist.name} was hidden`,
    preview: data.review.hidden_reason ?? '',
    heading: 'Your review was hidden',
    blocks: [
      {
        kind: 'text',
        text: `The people who run ${SITE.name} took your review of ${data.artist.name} off the page. Their reason:`,
      },
      ...quotes(data.review.hidden_reason ? [data.review.hidden_reason] : []),
    ],
    button: requestButton(data),
    ...whyRequest(data),
  })),
};
