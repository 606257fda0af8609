/** Line drawings on a 24-pixel grid, one path each; decorative, the label carries the name. */
const PATHS: Record<string, string> = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  today:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20c1-4 4.5-6 8-6s7 2 8 6',
  leads: 'M4 5h16v11H9l-5 4V5ZM8 9h8M8 12h5',
  quotes: 'M4 5h16v11H9l-5 4V5ZM8 9h8M8 12h5',
  work: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  overview: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.6 3.5 5.5',
  directory: 'M14 4l6 6-8.5 8.5c-1.5 1.5-4 1.5-7.5 1.5 0-3.5 0-6 1.5-7.5L14 4ZM11.5 6.5l6 6',
  moderation: 'M5 21V4h12l-2.5 4.5L17 13H5',
  email: 'M4 6h16v12H4zM4 7l8 6 8-6',
  system: 'M12 16V4M7 9l5-5 5 5M4 16v4h16v-4',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  setup: 'M12 3l2.6 5.6 6 .8-4.4 4.2 1.1 6L12 16.7l-5.3 2.9 1.1-6-4.4-4.2 6-.8z',
  find: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 21 21',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sidebar: 'M4 5h16v14H4zM10 5v14',
  close: 'M6 6l12 12M18 6 6 18',
};

export function ShellIcon({ name }: { name: string }) {
  return (
    <svg
      aria-hidden="true"
      className="size-5 shrink-0"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name] ?? 'M12 12h.01'} />
    </svg>
  );
}
