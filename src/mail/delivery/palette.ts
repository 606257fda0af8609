/** The site's colors by role (src/styles/theme.css), light and dark: mail programs know no custom properties. */
export const PALETTE = {
  paper: ['#faf3e6', '#120f28'],
  'paper-2': ['#fffdf8', '#1c1838'],
  ink: ['#1b1638', '#f9f1e2'],
  'ink-2': ['#5b5372', '#b9b1cd'],
  line: ['#e5d8c0', '#352e5c'],
  brand: ['#c40f68', '#ff69ab'],
  'brand-ink': ['#fff', '#2b0417'],
  accent: ['#f7a813', '#ffba36'],
  leaf: ['#23704a', '#74cf98'],
  river: ['#0b6b78', '#63c9d6'],
  clay: ['#ab4021', '#f39269'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type Color = keyof typeof PALETTE;

export const FONTS = {
  display:
    "'Protest Strike', 'Arial Black', 'Avenir Next', system-ui, 'Segoe UI', Arial, sans-serif",
  body: "'Figtree Variable', Figtree, system-ui, -apple-system, 'Segoe UI', Arial, sans-serif",
} as const;
