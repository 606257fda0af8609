const SCRIPT = /<script>(?:(?!<\/script>)[\s\S])*<\/script>/g;
const DEFINES = /customElements\.define\(["'`]astro-island/;
/** Astro's own listens for its page transitions, which this product does without. */
const ASTROS = 'astro:after-swap';

/** The page without Astro's element around islands where it brings the one of src/ui/island.ts. */
export function withOwnIsland(html: string): string {
  const defining = html.match(SCRIPT)?.filter((script) => DEFINES.test(script)) ?? [];
  if (!defining.some((script) => !script.includes(ASTROS))) return html;
  return html.replace(SCRIPT, (script) =>
    DEFINES.test(script) && script.includes(ASTROS) ? '' : script,
  );
}
