/**
 * What artist and mural pages need besides what every page does: a thumbnail must not be followed as a link, the way to
 * a wall opens in the device's maps, and views are counted. A page counts once it was in sight for a second, which one
 * that is only prepared, or driven by a program, is not.
 */
import '#features/map/directions.script.ts';
import { count } from '#features/profile/today/gallery.script.ts';

const look = () => {
  if (document.hidden) document.addEventListener('visibilitychange', wait, { once: true });
  else void count();
};
const wait = () => setTimeout(look, 1000);
if (!navigator.webdriver) wait();
