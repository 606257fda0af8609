/**
 * Light, dark or whatever the device says. The page has its theme before it is painted (layouts/before-paint.ts);
 * this changes it, here and in the other tabs, and names it on the button in the footer.
 */
const LABELS = { auto: 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' } as const;
type Theme = keyof typeof LABELS;
const THEMES = Object.keys(LABELS) as Theme[];
const KEY = 'mural-theme';
const BAR_COLORS = { light: '#faf3e6', dark: '#120f28' } as const;

function themeNamed(wanted: string | null | undefined): Theme {
  return THEMES.find((name) => name === wanted) ?? 'auto';
}

const theme = (): Theme => themeNamed(document.documentElement.dataset.theme);

/** What was chosen in any tab by now: the change that woke this page came before this script was there. */
function chosen(): Theme {
  try {
    return themeNamed(localStorage.getItem(KEY));
  } catch {
    return theme();
  }
}

function show(wanted: Theme): void {
  const { dataset } = document.documentElement;
  if (wanted === 'auto') delete dataset.theme;
  else dataset.theme = wanted;
  for (const button of document.querySelectorAll('[data-act="theme"]'))
    button.textContent = LABELS[wanted];
  // The bars of the browser follow.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = /dark/.test(meta.media) ? 'dark' : 'light';
    meta.content = BAR_COLORS[wanted === 'auto' ? own : wanted];
  }
}

/** Goes on to the next of the three. */
export function nextTheme(): void {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? 'auto';
  show(next);
  try {
    if (next === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // A browser that refuses storage keeps the theme for this page.
  }
}

show(chosen());
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) show(themeNamed(newValue));
});
