/**
 * How long, how large and how many: the one list for TypeScript (sections 5 and 9). What the database checks as well is
 * held against it by tests/db/limits.test.ts.
 */
export const LIMITS = {
  name: 100,
  email: 255,
  phone: 20,
  city: 100,
  state: 50,
  bio: 2000,
  cityDescription: 2000,
  muralSize: 100,
  projectMin: 10,
  /** Murals of this site that a request can name. */
  likedMurals: 6,
  projectMax: 2000,
  passwordMin: 6,
  passwordMax: 100,
  yearsMax: 100,
  travelMiles: 3000,
  minimumPrice: 1_000_000,
  webAddress: 300,
  /** Those of clouds are signed, and long. */
  photoAddress: 1000,
  socialLinks: 6,
  listItems: 20,
  listItemLength: 50,
  portfolioImages: 40,
  profilePhotoBytes: 5 * 1024 * 1024,
  portfolioImageBytes: 10 * 1024 * 1024,
  /** What a person may hand over. More than a bucket takes: a camera's 20 MB original is sent as one or two. */
  sourceImageBytes: 40 * 1024 * 1024,
  /** Longest side of a picture that leaves the browser. */
  uploadSide: 2400,
  artistsOfLead: 10,
  clause: 2000,
  clauseTitle: 100,
  agreementClauses: 20,
  /** What an agreement takes as it is stored. */
  agreementBytes: 40_960,
  paymentParts: 8,
  partLabel: 60,
  /** How an artist wants to be paid, in their words. */
  howToPay: 500,
  /** How a client says to have paid. */
  howPaid: 100,
  message: 2000,
  muralTitle: 200,
  muralPlace: 500,
  /** Of a mural, with its cover. */
  muralGallery: 12,
  muralsOfArtist: 500,
  muralDimensions: 100,
  muralFeetMin: 0.5,
  muralFeetMax: 1000,
  muralCredit: 200,
  muralStory: 5000,
  pictureAlt: 200,
  pictureDetails: 60,
  messagePictures: 4,
  messagePictureBytes: 5 * 1024 * 1024,
  /** Photos of the wall with a request. */
  leadPhotos: 6,
  leadPhotoBytes: 5 * 1024 * 1024,
  sketchVersions: 10,
  /** A comment pinned to a sketch. */
  pin: 500,
  sketchBytes: 5 * 1024 * 1024,
  roundPrice: 1_000_000,
  /** Why something is declined, reported or read. */
  reason: 500,
  /** What admins note about a request. */
  leadNote: 1000,
  /** Requests that an admin does something with at a time. */
  chosenLeads: 100,
  /** What is said of a reported picture. */
  reportWords: 1000,
  /** An admin who reads a conversation that nobody has reported says why in so many characters at least. */
  readReasonMin: 10,
  /** Of a certificate of insurance. */
  insurer: 100,
  coverage: 100_000_000,
  paperBytes: 10 * 1024 * 1024,
  proposalPrice: 1_000_000,
  proposalDays: 365,
  reviewMin: 20,
  review: 2000,
  reply: 2000,
  reviewName: 60,
  reviewTown: 60,
  reviewPictures: 3,
  adminSearch: 200,
  newsletterSubject: 120,
  newsletterIntro: 2000,
  importRows: 1000,
  importBytes: 2 * 1024 * 1024,
  /** Lines of a title that may stand above the headings of a file. */
  importTitleLines: 4,
  /** Of a rule of a city. */
  ruleText: 1000,
  ruleSource: 120,
} as const;

export const PAGE_SIZE = 12;
export const MAX_PAGE_LINKS = 5;
export const HOME_FEATURED_ARTISTS = 6;
export const HOME_RECENT_MURALS = 3;
export const CARD_STYLES = 3;

/** No card is wider on any screen, so its data carry no wider variant. */
export const CARD_PICTURE_WIDTH = 640;

/** A wide wall stands across a screen. */
export const MURAL_PICTURE_WIDTH = 1280;
export const CARD_IMAGES = 2;

export const MATCH_CARD_STYLES = 4;
export const MATCH_CARD_IMAGES = 2;
export const META_DESCRIPTION = 155;
export const CLIENT_PROJECT_TEXT = 50;
export const NEWSLETTER_DELAY_MS = 1000;
export const SIDEBAR_COOKIE_SECONDS = 7 * 24 * 3600;
