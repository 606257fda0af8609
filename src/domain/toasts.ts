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

/** When the list of murals cannot be read: the specification has no such list. */
export const LOAD_MURALS_FAILED = 'Failed to load murals';

/** What the admin dashboard says beyond the specification's list, for screens of its own. */
export const ADMIN_TOASTS = {
  exportFailed: 'Failed to export',
  leadAssigned: 'Lead assigned',
  assignFailed: 'Failed to assign lead',
  leadReleased: 'Lead released',
  releaseFailed: 'Failed to release lead',
  threadReopened: 'The conversation is open again',
  readThreadFailed: 'Failed to read the conversation',
  reopenFailed: 'Failed to open the conversation again',
  reviewHidden: 'The review is hidden',
  reviewShown: 'The review is shown again',
  hideReviewFailed: 'Failed to hide the review',
  showReviewFailed: 'Failed to show the review',
  cityAdded: 'City added',
  citySaved: 'City updated',
  cityDeleted: 'City deleted',
  cityExists: 'This city is already a service area',
  saveCityFailed: 'Failed to save city',
  deleteCityFailed: 'Failed to delete city',
  mailResent: 'The mail is on its way again',
  resendFailed: 'Failed to send the mail again',
  rebuildRequested: 'Rebuild requested',
  rollbackRequested: 'Rollback requested',
  publishFailed: 'Failed to send the request',
} as const;
