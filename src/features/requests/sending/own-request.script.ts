import { paths } from '#config/paths.ts';
import { ownRequest } from './own-request.store.ts';

/* Runs when it is imported: the home page leads to the request that was sent from this browser. */
const own = ownRequest();
const place = document.querySelector<HTMLElement>('.hero #own-request');
const link = place?.querySelector('a');
if (own && place && link) {
  link.href = paths.requestBy(own.token);
  place.hidden = false;
}
