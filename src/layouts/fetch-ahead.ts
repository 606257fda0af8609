const NEVER = ['/*\\?(.+)', '/quote', '/auth', '/dashboard/*', '/media/*', '/*.xml'];
const RULES = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: NEVER } },
          { not: { selector_matches: '[download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

/**
 * Which links a browser may fetch while a pointer rests on them. In the page, because as a file of their own they
 * compete with its first picture. Hashed: the content security policy allows exactly this text.
 */
export const FETCH_AHEAD = JSON.stringify(RULES);

/** Its test says what this has to be after a change. */
export const FETCH_AHEAD_HASH = 'sha256-SNRGYUHpZjQ4MY06owFIIQuM4LMeVfdAs+38YypoS7Q=';
