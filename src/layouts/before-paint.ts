import { hashOf } from './policy.ts';

/**
 * Runs in the head before anything is painted, so that a signed-in person never sees the signed-out
 * navigation first, and a list with a query never shows the wrong first page. The keys are those of the
 * session store.
 */
const STATE = `(function(d){d.session="out";if(location.search)d.query="";try{var l=localStorage,s=JSON.parse(l.getItem("mural-auth")),r=l.getItem("mural-role"),t=l.getItem("mural-theme");if(s&&s.access_token){d.session="in";if(/^(admin|artist|client)$/.test(r))d.role=r}if(t)d.theme=t}catch(e){}})(document.documentElement.dataset)`;

/**
 * Asks for the styles of what has come of the page as soon as its last stylesheet is there, and for its layout after
 * that. The first frame would do it all with the rest, in one go that keeps a slow phone from answering.
 */
const LAYOUT_AHEAD = `(d=>{d.addEventListener("load",e=>{if(e.target.rel=="stylesheet"&&d.body&&[...d.querySelectorAll("link[rel=stylesheet]")].every(l=>l.sheet)){getComputedStyle(d.body).color;setTimeout(()=>d.body.offsetHeight)}},!0)})(document)`;

/** Inline and hashed: the content security policy allows exactly this text. */
export const BEFORE_PAINT = `${STATE};${LAYOUT_AHEAD}`;

export const BEFORE_PAINT_HASH = hashOf(BEFORE_PAINT);
