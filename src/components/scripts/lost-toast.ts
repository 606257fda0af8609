// The specification's toast (section 8) for what cannot load, which its place names. Without a network the toaster does
// not come either: the sentence that stands there says it then.
addEventListener('lost', ({ target }) => {
  const text = (target as Element).closest<HTMLElement>('[data-lost]')?.dataset.lost;
  if (!text) return;
  import('#ui/overlays/toast.ts')
    .then(({ toast }) => toast.error(text))
    .catch(() => document.querySelector('#lost')?.prepend(`${text}. `));
});
