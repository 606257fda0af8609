import { ROOT } from '#node/root.ts';
import { type Bundle, openBundle } from '#publish/rendering/bundle.ts';
import type { RenderSettings } from '#publish/rendering/renderer.ts';

/** What pages say in tests that render. */
export const TEST_SETTINGS: RenderSettings = {
  origin: 'http://127.0.0.1:4321',
  api: { url: '', key: 'sb_publishable_for_tests_only' },
  operator: null,
};

/** The pages of the present source: the bundle that products started by tests have, too. */
export function testBundle(): Promise<Bundle> {
  return openBundle(ROOT, () => {});
}
