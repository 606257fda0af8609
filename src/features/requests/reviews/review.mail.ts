import { starsLabel, waitingNote } from '#features/requests/reviews/review.ts';
import { reviewedLead, reviewedRequest } from '#mail/data.ts';
import { inCity, openLeadAction, quotes, text } from '#mail/phrases.ts';
import { type Template, toArtist, toClient } from '#mail/template.ts';

/** Emails about the review of a finished mural. */
export const REVIEW_TEMPLATES: Record<string, Template> = {
  lead_reviewed: toArtist(reviewedLead, ({ lead, review }) => ({
    subject: `New review of your mural${inCity(lead)}: ${starsLabel(review.rating)}`,
    preview: review.waits_for ? 'Please review it.' : 'It’s on your page. You can reply once.',
    blocks: [
      ...quotes([review.body]),
      text(
        `${waitingNote(review, 'artist', '') ?? 'It’s on your page now.'} You can reply once. If it isn’t about your work, dispute it within 14 days.`,
      ),
    ],
    button: openLeadAction(lead, 'Read and Reply'),
  })),

  request_replied: toClient(reviewedRequest, (data) => ({
    subject: `${data.artist.name} replied to your review`,
    blocks: quotes(data.review.reply ? [data.review.reply] : []),
  })),

  lead_review_hidden: toArtist(reviewedLead, ({ lead, review }) => ({
    subject: `A review of your mural${inCity(lead)} was hidden`,
    preview: review.hidden_reason ?? '',
    blocks: [
      text('It no longer counts. The reason:'),
      ...quotes(review.hidden_reason ? [review.hidden_reason] : []),
    ],
    button: openLeadAction(lead, 'Open the Lead'),
  })),

  request_review_hidden: toClient(reviewedRequest, (data) => ({
    subject: `Your review of ${data.artist.name} was hidden`,
    preview: data.review.hidden_reason ?? '',
    blocks: [
      text('The reason:'),
      ...quotes(data.review.hidden_reason ? [data.review.hidden_reason] : []),
    ],
  })),
};
