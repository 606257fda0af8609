/** Every URL of the site, built in one place. Paths carry no trailing slash. */
const segment = encodeURIComponent;

/** Where mailboxes end emails: the same in every language. */
const ONE_CLICK = '/unsubscribe';

/** Stands behind the token where the reader of an email says that a request is not theirs. */
export const NOT_MINE = 'not-me';

/** Names the artist whose conversation is open on the page of a request. */
export const OPEN_ARTIST = 'artist';

/** Names the request that My Quotes shows. */
export const OPEN_REQUEST = 'request';
/** Names the mural that Work edits. */
export const OPEN_MURAL = 'mural';
/** Names the portfolio photo that a new mural begins with. */
export const OF_PHOTO = 'photo';
/** Names the lead that Leads shows. */
export const OPEN_LEAD = 'lead';

/** Names the step of an artist's setup. */
export const OPEN_STEP = 'step';

/** Names the person whose page an admin sees. */
export const OPEN_PERSON = 'person';

/** Names what the admin's form shows. */
export const OPEN_FORM = 'edit';

export const paths = {
  home: '/',
  artists: '/artists',
  artistsByStyle: (style: string) => `/artists?style=${segment(style)}`,
  murals: '/murals',
  muralsByStyle: (style: string) => `/murals?style=${segment(style)}`,
  muralsIn: (citySlug: string, style = '') =>
    `/murals?city=${segment(citySlug)}${style && `&style=${segment(style)}`}`,
  /** A page of a prerendered list after its first, as a page of its own. */
  listPage: (list: string, page: number) => (page > 1 ? `${list}/page/${page}` : list),
  artist: (slug: string) => `/artist/${segment(slug)}`,
  /** All that clients say of an artist; the page is there while there is something. */
  reviews: (artistSlug: string) => `/artist/${segment(artistSlug)}/reviews`,
  city: (citySlug: string) => `/mural-artists/${segment(citySlug)}`,
  cityByStyle: (citySlug: string, style: string) =>
    `/mural-artists/${segment(citySlug)}?style=${segment(style)}`,
  cityStyle: (citySlug: string, styleSlug: string) =>
    `/mural-artists/${segment(citySlug)}/${segment(styleSlug)}`,
  mural: (slug: string) => `/mural/${segment(slug)}`,
  /** What a city asks for before a wall is painted; the page is there while there are rules. */
  permits: (citySlug: string) => `/guides/permits/${segment(citySlug)}`,
  serviceAreas: '/service-areas',
  quote: '/quote',
  /** A quote form that knows something already, of the wall or of who should paint it; what is not known is left out. */
  quoteFor: (
    known: Partial<
      Record<
        'artist' | 'artists' | 'style' | 'surface' | 'size' | 'city' | 'mural' | 'call',
        string | null
      >
    >,
  ) =>
    `/quote?${Object.entries(known)
      .flatMap(([name, value]) => (value ? [`${name}=${segment(value)}`] : []))
      .join('&')}`,
  thankYou: '/thank-you',
  /** The page of a request; its token comes behind `#`, where no server sees it. */
  request: '/request',
  requestBy: (token: string) => `/request#${token}`,
  /** The same with one conversation open. */
  talkBy: (token: string, artist: string) => `/request#${token}&${OPEN_ARTIST}=${artist}`,
  /** Takes over the page of an artist who has not joined; the token of a mail comes behind `#`. */
  claim: '/claim',
  claimOf: (artistSlug: string) => `/claim?artist=${segment(artistSlug)}`,
  adminClaims: '/dashboard/admin/artists?filter=claims',
  /** Opens the form of one artist, or mural, in the admin's list. */
  adminEdit: (what: 'artists' | 'murals', slug: string) =>
    `/dashboard/admin/${what}?${OPEN_FORM}=${segment(slug)}`,
  report: '/report',
  /** Where pictures of a page are reported: the page comes behind `#`, with what its pictures were when it was made. */
  reportOn: (page: string, mark: string) => `/report#${page}?v=${mark}`,
  /** An admin's leads under a filter: `late` are those whose jobs wait for a week, or have a payment in dispute. */
  adminLeads: (filter: string) => `/dashboard/admin/leads?filter=${segment(filter)}`,
  /** One lead over the admin's list of them. */
  adminLead: (id: string) => `/dashboard/admin/leads?${OPEN_LEAD}=${segment(id)}`,
  /** One person over the admin's list of them. */
  adminPerson: (id: string) => `/dashboard/admin/users?${OPEN_PERSON}=${segment(id)}`,
  adminReports: '/dashboard/admin/reports?filter=open',
  adminDisputes: '/dashboard/admin/reviews?filter=decision',
  newsletter: '/newsletter',
  /** Ends mails by a press; the token of a mail comes behind `#`. */
  unsubscribe: '/unsubscribe',
  unsubscribeBy: (token: string) => `/unsubscribe#${token}`,
  /** Ends them by one POST of a mailbox (RFC 8058), which knows no `#`; `src/server/unsubscribe.ts` answers. */
  oneClick: (token: string) => `${ONE_CLICK}/${segment(token)}`,
  /** The same for whom a mail about it should not have reached; `link` is that of the request. */
  notMine: (link: string) => `${link}&${NOT_MINE}`,
  /** The same page for a client who sent it with an account. */
  ownRequest: (id: string) => `/dashboard/client/quotes?${OPEN_REQUEST}=${segment(id)}`,
  leadsUnder: (tab: string) => `/dashboard/artist/leads?show=${segment(tab)}`,
  /** The jobs of an artist whose client is gone. */
  keptCopies: '/dashboard/artist/leads#kept-copies',
  /** One lead of an artist, with its conversation. */
  lead: (id: string) => `/dashboard/artist/leads?${OPEN_LEAD}=${segment(id)}`,
  /** One of an artist's own murals, to be edited. */
  ownMural: (id: string) => `/dashboard/artist/murals?${OPEN_MURAL}=${segment(id)}`,
  /** A mural of one photo of the portfolio, by its file's name, to be begun. */
  newMural: (photo: string) =>
    `/dashboard/artist/murals?${OPEN_MURAL}=new&${OF_PHOTO}=${segment(photo.split('/').at(-1) ?? '')}`,
  /** The first ten minutes of an artist; without a step at the first that is not done. */
  setup: (step?: number) => `/dashboard/artist/setup${step ? `?${OPEN_STEP}=${step}` : ''}`,
  join: '/join',
  cost: '/cost',
  shortlist: '/shortlist',
  offline: '/offline',
  privacy: '/privacy',
  terms: '/terms',
  auth: '/auth',
  register: '/auth?mode=register',
  registerArtist: '/auth?mode=register&role=artist',
  /** Where the link of a recovery mail leads. */
  recovery: '/auth?mode=recovery',
  /** Where the six digits of a mail can be typed in. */
  code: (type: string) => `/auth?mode=code&type=${segment(type)}`,
  registerThen: (redirect: string) => `/auth?mode=register&redirect=${segment(redirect)}`,
  registerArtistThen: (redirect: string) =>
    `/auth?mode=register&role=artist&redirect=${segment(redirect)}`,
  authThen: (redirect: string) => `/auth?redirect=${segment(redirect)}`,
  dashboard: (role: string, tab?: string) =>
    tab ? `/dashboard/${role}/${tab}` : `/dashboard/${role}`,
} as const;

/** What programs read; apart from `paths`, all of which every script has. */
export const SITE_FILES = {
  sitemap: '/sitemap.xml',
  /** Where one file does not hold all pages. */
  sitemapPart: (part: number) => `/sitemap-${part}.xml`,
  feed: '/rss.xml',
  llms: '/llms.txt',
  manifest: '/manifest.webmanifest',
} as const;

/** A path of this site and nothing else, or null: guards `redirect` parameters against foreign targets. */
export function sameOriginPath(value: string | null | undefined): string | null {
  // `//host`, `/\\host` and tabs or line breaks, which URL parsers drop, all lead to another origin.
  if (!value || !/^\/(?![/\\])[\x20-\x5b\x5d-\x7e]*$/.test(value)) return null;
  const url = new URL(value, 'http://site.invalid');
  const path = url.pathname + url.search + url.hash;
  // `/..//host` is a path of this origin, but it normalises to `//host`, which a browser would leave for.
  return url.host === 'site.invalid' && !path.startsWith('//') ? path : null;
}
