import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { TRUSTED_TYPES } from './src/config/trusted-types.ts';
import { keepRenderer } from './src/publish/adapter.ts';

/** Sonner injects one <style> when it is imported: exactly that text is allowed. */
function sonnerStyleHash() {
  const code = readFileSync(
    new URL('./node_modules/sonner/dist/index.mjs', import.meta.url),
    'utf8',
  );
  const css = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1];
  if (!css) throw new Error('sonner no longer injects its style in the known way');
  return `sha256-${createHash('sha256').update(JSON.parse(css)).digest('base64')}`;
}

const outDir = process.env.OUT_DIR ?? './dist';
const rendererDir = process.env.RENDERER_DIR ?? './.render/renderer';
const backend = process.env.PUBLIC_SUPABASE_URL
  ? ` ${new URL(process.env.PUBLIC_SUPABASE_URL).origin}`
  : '';

/** `client:reach`: islands that stay asleep until somebody reaches for them. */
const clientReach = {
  name: 'client-reach',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'reach', entrypoint: './src/islands/reach.ts' }),
  },
};

/** What concerns a page as a whole: a policy of its own scripts, and its first pictures named in the head. */
const finish = {
  name: 'finish',
  hooks: {
    'astro:config:setup': ({ addMiddleware }) =>
      addMiddleware({
        entrypoint: new URL('./src/layouts/finish.ts', import.meta.url),
        order: 'post',
      }),
  },
};

/**
 * Vite's helper around every dynamic import, written small: it is a quarter of what a page loads before the
 * first press, and most of it is for old browsers. Like Vite's, it waits for styles, and failing scripts reject.
 */
const smallPreloadHelper = {
  name: 'small-preload-helper',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? PRELOAD_HELPER : undefined),
};
const PRELOAD_HELPER = `export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => {
  const href = '/' + file;
  if (document.querySelector('[href="' + href + '"]')) return;
  const link = document.createElement('link');
  const css = /css$/.test(file);
  link.rel = css ? 'stylesheet' : 'modulepreload';
  link.href = href;
  document.head.append(link);
  return css && new Promise((done) => link.onload = link.onerror = done);
})).then(load);`;

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://127.0.0.1:4321',
  output: 'static',
  outDir,
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'auto' },
  devToolbar: { enabled: false },
  prefetch: false,
  markdown: { syntaxHighlight: false },
  integrations: [react(), clientReach, finish, keepRenderer({ rendererDir })],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
        `img-src 'self' data: blob:${backend}`,
        "font-src 'self'",
        `connect-src 'self'${backend}`,
        "worker-src 'self'",
        "manifest-src 'self'",
        ...TRUSTED_TYPES,
      ],
      styleDirective: { hashes: [sonnerStyleHash()] },
    },
  },
  vite: {
    plugins: [tailwindcss(), smallPreloadHelper],
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            // Every page runs both at once: one file beside its own script, instead of two that follow one another.
            output: {
              codeSplitting: {
                groups: [{ name: 'start', test: /preload-helper|pending-flash/ }],
              },
            },
          },
        },
      },
    },
    server: {
      watch: { ignored: ['**/.data/**', '**/.render/**', '**/dist/**', '**/test-results/**'] },
    },
  },
});
