import { WALL_EVENT } from '#features/pictures/queue/wall-sets.store.ts';
import { wallNews } from './lead-photo.ts';
import { $wallChanges, resumeWallPhotos, wallOnItsWay } from './wall-photos.store.ts';

/*
 * Runs when it is imported: photos of the wall of a request that has arrived go out wherever the person is. A page that
 * has a place for it says how far they are.
 */
resumeWallPhotos();
addEventListener(WALL_EVENT, resumeWallPhotos);

const line = document.querySelector('#wall-photos');
let said = false;
function say(): void {
  const { items, pause } = wallOnItsWay();
  const news = wallNews(items, pause);
  if (line && (news || said)) line.textContent = news || 'All photos of your wall have arrived.';
  said ||= news !== '';
}
if (line) $wallChanges.subscribe(say);
