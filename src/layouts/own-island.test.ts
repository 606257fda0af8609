import { expect, it } from 'vitest';
import { withOwnIsland } from './own-island.ts';

const own = '<script>customElements.define("astro-island",a);Astro.interaction=b</script>';
const astros =
  '<script>(()=>{if(1<2)on("astro:after-swap");customElements.define("astro-island",c)})()</script>';
const other = '<script>own()</script>';

it('leaves out Astro’s element where the page brings its own', () => {
  expect(withOwnIsland(`${other}${own}${astros}<astro-island></astro-island>`)).toBe(
    `${other}${own}<astro-island></astro-island>`,
  );
});

it('keeps it where nothing else would wake the islands, and leaves other pages as they are', () => {
  for (const page of [`${other}${astros}<astro-island></astro-island>`, other, '<p>One</p>'])
    expect(withOwnIsland(page)).toBe(page);
});
