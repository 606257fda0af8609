import { paths } from '#config/paths.ts';
import { aboutLead, silentLead } from '#mail/data.ts';
import { inCity, leadFactsOf, muralOf, openLeadAction, text, wallOf } from '#mail/phrases.ts';
import { type Template, toArtist } from '#mail/template.ts';

/** Emails to an artist about a lead. */
export const LEAD_TEMPLATES: Record<string, Template> = {
  lead_received: toArtist(aboutLead, ({ lead }) => {
    const call = lead.kind === 'consultation';
    return {
      subject: call
        ? `A client${inCity(lead)} wants to talk to you`
        : `New ${muralOf(lead)} request${inCity(lead)}`,
      preview: lead.project_description,
      blocks: [
        { kind: 'facts', rows: leadFactsOf(lead) },
        { kind: 'quote', text: lead.project_description },
        text('Reply to see the client’s name and phone.'),
      ],
      button: openLeadAction(lead, 'Answer the Client'),
    };
  }),

  lead_waiting: toArtist(silentLead, ({ lead, by_admin }) => ({
    subject: `A client${inCity(lead)} is still waiting for your answer`,
    preview: lead.project_description,
    blocks: [
      text(
        `${by_admin ? 'You haven’t answered this request yet' : 'You’ve had this request for a day'}. Reply to see the client’s name and phone.`,
      ),
      { kind: 'facts', rows: leadFactsOf(lead) },
      { kind: 'quote', text: lead.project_description },
    ],
    button: openLeadAction(lead, 'Answer the Client'),
  })),

  request_line_added: toArtist(aboutLead, ({ lead }) => ({
    subject: `A client${inCity(lead)} added details to a request`,
    preview: lead.project_description,
    blocks: [
      text('Here’s the whole request:'),
      { kind: 'quote', text: lead.project_description },
      { kind: 'facts', rows: leadFactsOf(lead) },
    ],
    button: openLeadAction(lead, 'Open the Lead'),
  })),

  request_withdrawn: toArtist(aboutLead, ({ lead }) => ({
    subject: `A client${inCity(lead)} has withdrawn a request`,
    blocks: [text('The client is no longer looking for an artist.'), wallOf(lead)],
    button: { label: 'Open Your Leads', path: paths.dashboard('artist', 'leads') },
  })),
};
