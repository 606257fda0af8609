import { plural } from './format.ts';

/** The toasts of the specification's section 8, word for word. Screens import them; nothing else spells them. */
export const TOASTS = {
  loadArtistsFailed: 'Failed to load artists',
  artistNotFound: 'Artist not found',
  muralNotFound: 'Mural project not found',
  quoteFailed: 'Failed to submit quote request',
  sendFailed: 'Failed to send project to artists',
  selectArtist: 'Please select at least one artist',
  subscribeFailed: 'Failed to subscribe. Please try again.',
  authFailed: 'Authentication failed',
  loadProfileFailed: 'Failed to load profile',
  profileNotLoaded: 'Artist profile not loaded',
  saveProfileFailed: 'Failed to save profile',
  visibilityFailed: 'Failed to update visibility',
  statusFailed: 'Failed to update status',
  photoUploadFailed: 'Failed to upload profile photo',
  portfolioUploadFailed: 'Failed to upload portfolio images',
  deleteImageFailed: 'Failed to delete image',
  updateArtistFailed: 'Failed to update artist',
  featuredFailed: 'Failed to update featured status',
  invalidArtistId: 'Invalid artist ID',
  subscribed: 'Thanks for subscribing!',
  quoteSubmitted: 'Quote request submitted successfully!',
  accountCreated: 'Account created! You can now log in.',
  loggedIn: 'Logged in successfully!',
  loggedOut: 'Logged out successfully',
  profileUpdated: 'Profile updated successfully',
  photoUpdated: 'Profile photo updated',
  imageRemoved: 'Image removed from portfolio',
  artistVisibilityUpdated: 'Artist visibility updated',
  featuredUpdated: 'Featured status updated',
  statusUpdated: 'Lead status updated',
  profilePublic: 'Profile is now public',
  profilePrivate: 'Profile is now private',
} as const;

/** 'Project sent to 2 artist(s)!' — the plural in brackets is the specification's. */
export const projectSent = (n: number): string => `Project sent to ${n} artist(s)!`;
export const imagesAdded = (n: number): string => `${n} image(s) added to portfolio`;

/** After a sign-out in a browser that does not erase its databases. */
export const photosKept = (farewell: string): string =>
  `${farewell}, but this browser kept the photos you chose. Clear this site’s data in its settings.`;

/** Of a mural on a photograph of the client's wall. */
export const WALL_TOASTS = {
  saved: 'Preview saved',
  failed: 'The preview wasn’t made',
  noGraphics: {
    title: 'This browser can’t show murals on a wall',
    description:
      'It needs WebGL. Turn on graphics acceleration in the browser’s settings, or try another device.',
  },
  cornersFailed: 'The photo wasn’t opened. Try again.',
} as const;

/** When the last of some photos of a wall has arrived; never in the place of what is said of the request. */
export const photosArrived = (n: number): string =>
  plural(n, 'photo of your wall has arrived', 'photos of your wall have arrived');
export const PHOTO_TOASTS = {
  removed: 'Photo removed',
  removeFailed: 'Failed to remove the photo',
} as const;

/** When the list of murals cannot be read: the specification has no such list. */
export const LOAD_MURALS_FAILED = 'Failed to load murals';

/** What the admin dashboard says beyond the specification's list, for screens of its own. */
export const ADMIN_TOASTS = {
  exportFailed: 'Failed to export',
  leadAssigned: 'Lead assigned',
  assignFailed: 'Failed to assign lead',
  leadsAssigned: 'Leads assigned',
  artistRemoved: 'Artist removed from the lead',
  removeArtistFailed: 'Failed to remove the artist',
  reminded: 'Reminded. It’s in the artist’s dashboard.',
  nobodyToRemind: 'No one to remind: every artist has answered or was reminded today',
  remindFailed: 'Failed to remind',
  noted: 'Note added',
  noteFailed: 'Failed to add the note',
  noteRemoved: 'Note removed',
  removeNoteFailed: 'Failed to remove the note',
  leadsMerged: 'Requests merged',
  mergeFailed: 'Failed to merge the requests',
  mailSettled: 'Dismissed',
  settleMailFailed: 'Failed to dismiss the email',
  linkReplaced: 'Old links no longer work. We emailed the client a new one',
  replaceLinkFailed: 'Failed to replace the link',
  leadReleased: 'Marked as not spam',
  leadsDeleted: (count: number) => (count === 1 ? 'Lead deleted' : `${count} leads deleted`),
  leadsKept: 'Back on the list',
  deleteLeadsFailed: 'Failed to delete',
  releaseFailed: 'Failed to mark as not spam',
  conversationReopened: 'The conversation is open again',
  readConversationFailed: 'Failed to read the conversation',
  reopenFailed: 'Failed to open the conversation again',
  reviewHidden: 'The review is hidden',
  reviewShown: 'The review is shown again',
  hideReviewFailed: 'Failed to hide the review',
  showReviewFailed: 'Failed to show the review',
  imported: 'The file is imported',
  importFailed: 'The import wasn’t confirmed. Try again: nothing is imported twice.',
  importRefused: (reason: string) => `The server didn’t take this file: ${reason}`,
  importUnanswered: 'No answer. Check your connection and choose the file again.',
  invited: 'Invited. The Email Log shows the email.',
  invitations: (count: number) =>
    count === 0
      ? 'No one to invite'
      : `${plural(count, 'invitation is', 'invitations are')} in the Email Log`,
  inviteFailed: 'Failed to send the invitation',
  claimDecided: 'Decided. We’ve let the person know.',
  claimFailed: 'Failed to decide',
  paperChecked: 'Approved. The artist’s page shows it.',
  paperRefused: 'Declined. We’ve let the artist know.',
  openPaperFailed: 'Failed to open the certificate',
  muralHidden: 'The mural is hidden',
  muralShown: 'The mural is shown again',
  muralFeatured: 'Featured status updated',
  muralGiven: 'Artist assigned',
  muralSaved: 'Mural updated',
  hideMuralFailed: 'Failed to hide the mural',
  showMuralFailed: 'Failed to show the mural',
  featureMuralFailed: 'Failed to update featured status',
  giveMuralFailed: 'Failed to give the mural to an artist',
  saveMuralFailed: 'Failed to save the mural',
  reportDismissed: 'The photo stays',
  pictureTakenDown: 'The photo is taken down',
  dismissFailed: 'Failed to dismiss the report',
  takeDownFailed: 'Failed to take the photo down',
  cityAdded: 'City added',
  citySaved: 'City updated',
  cityDeleted: 'City deleted',
  cityExists: 'This city is already a service area',
  saveCityFailed: 'Failed to save city',
  deleteCityFailed: 'Failed to delete city',
  ruleAdded: 'Rule added',
  ruleSaved: 'Rule updated',
  ruleChecked: 'Checked today',
  ruleDeleted: 'Rule deleted',
  saveRuleFailed: 'Failed to save the rule',
  deleteRuleFailed: 'Failed to delete the rule',
  mailResent: 'The email is on its way again',
  resendFailed: 'Failed to send the email again',
  rebuildRequested: 'Rebuild requested',
  rollbackRequested: 'Rollback requested',
  publishFailed: 'Failed to send the request',
} as const;
