/**
 * What artist and mural pages need besides what every page does: a thumbnail must not be followed as a link, the way to
 * a wall opens in the device's maps, and views of an artist's page are counted: once it was in sight for a second, which one
 * that is only prepared, or driven by a program, is not.
 */
import '#features/map/directions.script.ts';
import '#features/pictures/gallery.script.ts';

// Not what lies below it, such as all reviews.
const [, slug] = /\/artist\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const look = () => {
  if (document.hidden) document.addEventListener('visibilitychange', wait, { once: true });
  // Without a network the browser itself would complain.
  else if (slug && navigator.onLine)
    import('#features/profile/today/views.store.ts')
      .then(({ viewed }) => viewed(decodeURIComponent(slug)))
      .catch(() => {});
};
const wait = () => setTimeout(look, 1000);
if (slug && !navigator.webdriver) wait();
