/*
 * Looks words up in biographies, or in the stories of murals, with Pagefind's library and index as they are. Asked with { id, word, around }, it
 * answers with { id, slugs } of those whose text has a word that begins like this, or with { id, error }.
 * Pagefind reads the part of its index in which the word would be: for words that begin like it and follow in another
 * one, `around` has words of all those.
 */
const FOLDER = self.name === 'murals' ? '/pagefind-murals/' : '/pagefind/';
/** The parts are named after what is in them, so that their entries never change either. */
const OPTIONS = { language: 'unknown', metaCacheTag: '1' };
/** Files that could not be had. The library goes on without them, and would find too little. */
let failures = 0;

const request = self.fetch.bind(self);
self.fetch = async (...what) => {
  try {
    const response = await request(...what);
    if (!response.ok) failures++;
    return response;
  } catch (error) {
    failures++;
    throw error;
  }
};

let opened = open();
opened.catch(() => {});

self.onmessage = async ({ data: { id, word, around } }) => {
  try {
    opened ??= open();
    postMessage({ id, slugs: await slugsWith(await opened, word, around) });
  } catch (error) {
    opened = undefined;
    postMessage({ id, error: String(error) });
  }
};

async function open() {
  const before = failures;
  const parts = await json('parts.json');
  const [first, ...others] = parts;
  if (!first) return null;
  const owners = Promise.all(parts.map((part) => json(`${part}/artists.json`)));
  owners.catch(() => {});
  const { createInstance } = await import(`${FOLDER}${first}/pagefind.js`);
  const index = createInstance({ basePath: `${FOLDER}${first}/`, ...OPTIONS });
  await index.init();
  await Promise.all(others.map((part) => index.mergeIndex(`${FOLDER}${part}/`, OPTIONS)));
  const slugs = Object.assign({}, ...(await owners));
  if (failures > before) throw new Error('The index of texts cannot be read');
  return { index, slugs };
}

async function slugsWith(from, word, around) {
  if (!from) return [];
  const before = failures;
  await from.index.preload(around);
  const { results } = await from.index.search(word);
  if (failures > before) throw new Error(`Not every part was searched for ${word}`);
  return results.map(({ id }) => from.slugs[id]);
}

async function json(file) {
  // Asked for again even when it is in the cache: only the parts are named after what is in them.
  const response = await fetch(FOLDER + file, file.includes('/') ? {} : { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.json();
}
