import { expect, it } from 'vitest';
import { expectMethods, installedVersion } from './installed.ts';

const PLACE = 'sessions/harden.ts';

it('says which version lacks what, and where that matters', () => {
  const version = installedVersion('@supabase/lite');
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(() => expectMethods({ there() {} }, ['there', 'gone'], PLACE)).toThrow(
    `@supabase/lite ${version} has no gone(), which supabase/embedded/sessions/harden.ts relies on`,
  );
});

it('takes what is inherited, and nothing that is no function', () => {
  class Base {
    method() {}
  }
  class Derived extends Base {
    value = 1;
  }
  expectMethods(new Derived(), ['method'], PLACE);
  expect(() => expectMethods(new Derived(), ['value'], PLACE)).toThrow('has no value()');
});
