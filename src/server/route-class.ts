/** What a path belongs to, the first that fits: few enough that each can be counted apart. */
const CLASSES: [pattern: RegExp, name: string][] = [
  [/^\/rest\/v1(\/|$)/, 'rest'],
  [/^\/auth\/v1(\/|$)/, 'auth'],
  [/^\/storage\/v1(\/|$)/, 'storage'],
  [/^\/media\//, 'media'],
  [/^\/(healthz|metrics)$/, 'watch'],
  [/^\/(hooks|unsubscribe)(\/|$)/, 'hooks'],
  [/^\/_?[\w-]+\/.*\.\w{1,12}$|^\/[\w-]+\.\w{1,12}$/, 'files'],
];

export function routeClass(path: string): string {
  return CLASSES.find(([pattern]) => pattern.test(path))?.[1] ?? 'pages';
}
