import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { OLDEST_BROWSERS } from './src/config/browsers.ts';
import { TOASTS_STYLE_HASH } from './src/config/toasts-style.ts';
import { TRUSTED_TYPES } from './src/config/trusted-types.ts';
import { keepRenderer } from './src/publish/rendering/adapter.ts';
import { scriptFiles } from './src/publish/rendering/script-files.ts';
import { translation } from './src/translation/plugin.ts';

/** What a browser gets is written for the oldest that are promised; Astro alone would leave it to the newest. */
const oldestBrowsers = {
  name: 'oldest-browsers',
  configEnvironment: (name) =>
    name === 'client' ? { build: { target: OLDEST_BROWSERS } } : undefined,
};

const outDir = process.env.OUT_DIR ?? './dist';
const rendererDir = process.env.RENDERER_DIR ?? './.render/renderer';

/**
 * `client:interaction`: islands that stay asleep until somebody reaches for them; `client:now`: those that do not. Both bring
 * the element of src/ui/island.ts, which takes the place of Astro's own.
 */
const directives = {
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      for (const name of ['interaction', 'now'])
        addClientDirective({ name, entrypoint: `./src/islands/client-${name}.ts` });
    },
  },
};

/** What concerns a page as a whole: a policy of its own scripts, and its first pictures named in the head. */
const finish = {
  name: 'finish',
  hooks: {
    'astro:config:setup': ({ addMiddleware, command }) => {
      const layouts = new URL('./src/layouts/', import.meta.url);
      addMiddleware({ entrypoint: new URL('post-process-html.ts', layouts), order: 'post' });
      if (command === 'dev')
        addMiddleware({ entrypoint: new URL('development-api.ts', layouts), order: 'pre' });
    },
  },
};

/**
 * Vite's helper around every dynamic import, written small: it is a quarter of what a page loads before the first
 * press, and most of it is for old browsers. Like Vite's, it waits for styles, and failing scripts reject. Unlike it,
 * it fetches all of the scripts before it imports one: some browsers remember for the life of a page that a module,
 * or one that it imports, could not be had.
 */
const smallPreloadHelper = {
  name: 'small-preload-helper',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? PRELOAD_HELPER : undefined),
};
const PRELOAD_HELPER = `const asked = {};
const style = (href) => document.querySelector('[href="' + href + '"]') || new Promise((done) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.onload = link.onerror = done;
  document.head.append(link);
});
const script = (href) => fetch(href).then((r) => r.ok ? r.blob() : Promise.reject(href));
export const __vitePreload = (load, files = []) => Promise.all(files.map((file) =>
  asked[file] ??= (/css$/.test(file) ? style : script)('/' + file)
)).then(load).catch((error) => {
  for (const file of files) delete asked[file];
  throw error;
});`;

export default defineConfig({
  output: 'static',
  outDir,
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'auto' },
  devToolbar: { enabled: false },
  prefetch: false,
  markdown: { syntaxHighlight: false },
  integrations: [
    react({ experimentalDisableStreaming: true }),
    directives,
    finish,
    keepRenderer({ rendererDir }),
  ],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        // A page adds the origin of a hosted project here, and as its `connect-src`.
        "img-src 'self' data: blob:",
        // Fonts, workers and the manifest: as the default. Every byte here stands in every page.
        ...TRUSTED_TYPES,
      ],
      styleDirective: { hashes: [TOASTS_STYLE_HASH] },
    },
  },
  vite: {
    // Languages are bundled side by side.
    cacheDir: `node_modules/.vite/${process.env.SITE_LANGUAGE ?? 'en'}`,
    plugins: [
      translation(process.env.SITE_LANGUAGE),
      tailwindcss(),
      smallPreloadHelper,
      oldestBrowsers,
      scriptFiles(),
    ],
    build: {
      cssTarget: OLDEST_BROWSERS,
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Vite leaves out a script that imports nothing; it is to be fetched before it is imported, too.
        resolveDependencies: (file, files) => (files.length > 0 ? files : [file]),
      },
    },
    server: {
      watch: { ignored: ['**/.data/**', '**/.render/**', '**/dist/**', '**/test-results/**'] },
    },
  },
});
