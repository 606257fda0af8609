import { hashOf } from './policy.ts';

/**
 * Runs in the head before anything is painted, so that a signed-in person never sees the signed-out
 * navigation first, and a list with a query never shows the wrong first page. The keys are those of the
 * session store.
 */
const STATE = `let h=d.documentElement.dataset;h.session="out";if(location.search)h.query=location.search;try{let l=localStorage,s=JSON.parse(l["mural-auth"]||0),r=l["mural-role"],t=l["mural-theme"];if(s?.access_token){h.session="in";if(/^(admin|artist|client)$/.test(r))h.role=r}if(t)h.theme=t}catch{}`;

/**
 * Asks for the styles of what has come of the page as soon as its last stylesheet is there, and for its layout after
 * that. The first frame would do it all with the rest, in one go that keeps a slow phone from answering.
 */
const LAYOUT_AHEAD = `d.addEventListener("load",e=>{if(e.target.rel=="stylesheet"&&d.body&&[...d.querySelectorAll("[rel=stylesheet]")].every(l=>l.sheet)){getComputedStyle(d.body).color;setTimeout(()=>d.body.offsetHeight)}},!0)`;

/** Inline and hashed: the content security policy allows exactly this text. */
export const BEFORE_PAINT = `(d=>{${STATE}${LAYOUT_AHEAD}})(document)`;

export const BEFORE_PAINT_HASH = hashOf(BEFORE_PAINT);
