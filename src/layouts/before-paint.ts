import { hashOf } from './policy.ts';

/**
 * Runs in the head before anything is painted, so that a signed-in person never sees the signed-out
 * navigation first, and a list with a query never shows the wrong first page. The keys are those of the
 * session store.
 */
const STATE = `(function(d){d.session="out";if(location.search)d.query="";try{var l=localStorage,s=JSON.parse(l.getItem("mural-auth")),r=l.getItem("mural-role"),t=l.getItem("mural-theme");if(s&&s.access_token){d.session="in";if(/^(admin|artist|client)$/.test(r))d.role=r}if(t)d.theme=t}catch(e){}})(document.documentElement.dataset)`;

/**
 * Lays out what has come of the page as soon as its last stylesheet is there. The first frame would do it with all
 * the rest, in one go that keeps a slow phone from answering.
 */
const LAYOUT_AHEAD = `(function(d){d.addEventListener("load",function(e){if(e.target.rel=="stylesheet"&&d.body&&Array.from(d.querySelectorAll("link[rel=stylesheet]")).every(function(l){return l.sheet}))d.body.offsetHeight},true)})(document)`;

/** Inline and hashed: the content security policy allows exactly this text. */
export const BEFORE_PAINT = `${STATE};${LAYOUT_AHEAD}`;

export const BEFORE_PAINT_HASH = hashOf(BEFORE_PAINT);
