import { paths } from '#config/paths.ts';
import { aboutLead, silentLead } from './data.ts';
import { factsOf, inCity, muralOf, openLead, WHY_ARTIST } from './phrases.ts';
import { type Template, template } from './template.ts';

/** Mails to an artist about a request they have. */
export const LEAD_TEMPLATES: Record<string, Template> = {
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
          text: 'Reply, and you see the client’s name and phone.',
        },
      ],
      button: openLead(lead, 'Answer the Client'),
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
        text: `${by_admin ? 'You have not answered this request yet' : 'You have had this request for a day'}. Reply, and you see the client’s name and phone.`,
      },
      { kind: 'facts', rows: factsOf(lead) },
      { kind: 'quote', text: lead.project_description },
    ],
    button: openLead(lead, 'Answer the Client'),
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
    button: openLead(lead, 'Open the request'),
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
};
