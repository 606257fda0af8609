// The specification's toast (section 8) for what cannot load, which its place names.
addEventListener('lost', ({ target }) => {
  const text = (target as Element).closest<HTMLElement>('[data-lost]')?.dataset.lost;
  if (text) void import('#ui/toast.ts').then(({ toast }) => toast.error(text)).catch(() => {});
});
