import { expect, it } from 'vitest';
import { publishCases } from '#tests/support/cases/publish-cases.ts';
import { missingToPublish } from './publish-readiness.ts';

it.each(publishCases('wall', 'me'))('a profile that lacks $missing', ({ profile, missing }) => {
  expect(missingToPublish(profile)).toEqual(missing);
});
