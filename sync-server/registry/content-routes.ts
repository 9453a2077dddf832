import type { ContentBody, Route } from './registry.ts'

/** Which requests carry bytes instead of JSON, for the rules that look at a request before any route does. */
export function createContentFinder(routes: readonly Route[]): (method: string, path: string) => ContentBody | undefined {
  const patterns = routes.flatMap(({ method, path, content }) =>
    content ? [{ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), content }] : [],
  )
  return (method, path) => patterns.find((route) => route.method === method && route.pattern.test(path))?.content
}
