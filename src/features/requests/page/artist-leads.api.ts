import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { call } from '#data/rpc.ts';
import {
  type Assignment,
  assignmentSchema,
  type Lead,
  leadSchema,
} from '#features/requests/lead.ts';
import { detailsOfLead } from '#features/requests/lead-details.api.ts';
import type { ShownDetails } from '#features/requests/lead-details.ts';
import type { LeadStatus } from '#features/requests/lead-status.ts';
import type { Proposal } from '#features/requests/proposals/proposal.ts';
import { proposalsOf } from '#features/requests/proposals/proposals.api.ts';

/** Some of an artist's leads, and whether older ones follow. */
export interface PageOfLeads {
  leads: Lead[];
  more: boolean;
}

const LEADS_PER_PAGE = 100;

/**
 * Leads assigned to an artist, newest first, those after `last` where it is given. Names are masked by the database
 * while the artist's own status is new (section 4).
 */
export async function leadsOfArtist(artistId: string, last?: Lead): Promise<PageOfLeads> {
  const client = await browserClient();
  let query = client.from('leads').select().contains('assigned_artist', [artistId]);
  if (last) {
    const at = `"${last.created_at}"`;
    query = query.or(`created_at.lt.${at},and(created_at.eq.${at},id.gt.${last.id})`);
  }
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id')
    .limit(LEADS_PER_PAGE);
  const leads = parseAnswer(leadSchema.array(), unwrap(answer));
  return { leads, more: leads.length === LEADS_PER_PAGE };
}

/** Notes that the calling artist has opened a lead; who sent it sees that. */
export const markLeadSeen = (leadId: string) => call('mark_request_seen', { p_lead: leadId });

/** A lead with all that its page shows beside the conversation. */
export interface LeadWithWork {
  artistId: string;
  lead: Lead;
  assignment: Assignment;
  /** What it says about the wall besides the form. */
  details: ShownDetails | null;
  /** The newest first. */
  proposals: Proposal[];
}

/** A lead of this artist; null for one that is not theirs, or none at all. */
export async function openLeadOfArtist(id: string, artistId: string): Promise<LeadWithWork | null> {
  const client = await browserClient();
  const [lead, assignment, details, proposals] = await Promise.all([
    client
      .from('leads')
      .select()
      .eq('id', id)
      .contains('assigned_artist', [artistId])
      .maybeSingle(),
    client
      .from('lead_assignments')
      .select('state, completed_by, completed_at, confirmed_at')
      .eq('lead_id', id)
      .eq('artist_id', artistId)
      .maybeSingle(),
    detailsOfLead(id),
    proposalsOf(id, artistId),
  ]);
  throwError(lead);
  throwError(assignment);
  if (!lead.data || !assignment.data) return null;
  return {
    artistId,
    lead: parseAnswer(leadSchema, lead.data),
    assignment: parseAnswer(assignmentSchema, assignment.data),
    details,
    proposals,
  };
}

/** One lead as the caller sees it now: a change of status may unmask the name. */
export async function leadById(leadId: string): Promise<Lead> {
  const client = await browserClient();
  const answer = await client.from('leads').select().eq('id', leadId).single();
  return parseAnswer(leadSchema, unwrap(answer));
}

/**
 * Moves the calling artist's own status on a lead from the one that was read. Throws an AppError, `changed_elsewhere`
 * when it is another by now.
 */
export const setLeadStatus = (leadId: string, status: LeadStatus, read: LeadStatus) =>
  call('set_lead_status', { p_lead: leadId, p_status: status, p_read: read });
