/** The way to a wall opens in the maps application of this device; elsewhere the link is one to a page with a map. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-to]')) {
  link.addEventListener('click', () => {
    const to = encodeURIComponent(link.dataset.to ?? '');
    const device = navigator.userAgent;
    if (device.includes('Android')) link.href = `geo:0,0?q=${to}`;
    else if (/iPhone|iPad|Mac/.test(device)) link.href = `https://maps.apple.com/?daddr=${to}`;
  });
}
