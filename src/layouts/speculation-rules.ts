import { paths } from '#config/paths.ts';
import { hashOf } from './policy.ts';

const NEVER = ['/*\\?(.+)', paths.quote, paths.auth, paths.dashboard('*'), '/media/*'];
const RULES = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NEVER } }],
      },
      eagerness: 'moderate',
    },
  ],
};

/**
 * Which links a browser may fetch while a pointer rests on them. In the page, because as a file of their own they
 * compete with its first picture. Hashed: the content security policy allows exactly this text.
 */
export const SPECULATION_RULES = JSON.stringify(RULES);

export const SPECULATION_RULES_HASH = hashOf(SPECULATION_RULES);
