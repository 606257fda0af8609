import { expect, it } from 'vitest';
import { withEarlyScripts } from './early-scripts.ts';

const style = '<link rel="stylesheet" href="/a.css">';
const runtime = '<script>(()=>{if(1<2)define("astro-island")})();</script>';
const directive = '<script>interaction()</script>';

it('puts the scripts of islands before the stylesheets, in their order', () => {
  const page = `<head>${style}</head><body><p>One</p>${directive}${runtime}<astro-island></astro-island></body>`;
  expect(withEarlyScripts(page)).toBe(
    `<head>${directive}${runtime}${style}</head><body><p>One</p><astro-island></astro-island></body>`,
  );
});

it('leaves other scripts, and pages without islands or stylesheets, as they are', () => {
  const pages = [
    `<head>${style}</head><body><script>own()</script><p>One</p></body>`,
    `<head>${style}</head><body><script src="/a.js"></script><astro-island></astro-island></body>`,
    `<head></head><body>${runtime}<astro-island></astro-island></body>`,
  ];
  for (const page of pages) expect(withEarlyScripts(page)).toBe(page);
});

it('takes the style of islands out of the body, where none may stand', () => {
  const own = '<style>astro-island{display:contents}</style>';
  const page = `<head>${style}</head><body>${own}${runtime}<astro-island></astro-island></body>`;
  expect(withEarlyScripts(page)).toBe(
    `<head>${own}${runtime}${style}</head><body><astro-island></astro-island></body>`,
  );
});
