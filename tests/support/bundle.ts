import { type Bundle, openBundle } from '#publish/bundle.ts';
import { ROOT } from '../../scripts/lib/project.ts';

export const TEST_ORIGIN = 'http://127.0.0.1:4321';

/** The pages of the present source, bundled once for all tests that render. */
export function testBundle(): Promise<Bundle> {
  return openBundle(
    {
      root: ROOT,
      siteUrl: TEST_ORIGIN,
      publicBackendUrl: '',
      publishableKey: 'sb_publishable_for_tests_only',
    },
    () => {},
  );
}
