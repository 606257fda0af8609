import type { AssignmentEvent } from '#features/requests/assignment.ts';
import type { LeadStatus } from '#features/requests/lead-status.ts';

/** The specification's status after an event: what is answered is in review. */
export function nextStatus(status: LeadStatus, event: AssignmentEvent): LeadStatus {
  switch (event) {
    case 'set_new':
      return 'new';
    case 'set_in_review':
    case 'dispute':
    case 'undo_complete':
      return 'in_review';
    case 'set_completed':
    case 'complete':
      return 'completed';
    case 'write':
    case 'propose':
    case 'accept':
      return status === 'new' ? 'in_review' : status;
    default:
      return status;
  }
}
