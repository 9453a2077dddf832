import type { ContentBody, LargeBody, Route } from './registry.ts'

/** Finds requests with a binary body, for middleware that runs before routing. */
export const createContentFinder = (routes: readonly Route[]) => createFinder<ContentBody>(routes, ({ content }) => content)

/** Finds requests whose body may be larger than a full push. */
export const createSizeFinder = (routes: readonly Route[]) => createFinder<LargeBody>(routes, ({ content, largeBody }) => content ?? largeBody)

function createFinder<Rule>(routes: readonly Route[], ruleOf: (route: Route) => Rule | undefined): (method: string, path: string) => Rule | undefined {
  const patterns = routes.flatMap((route) => {
    const rule = ruleOf(route)
    return rule ? [{ method: route.method, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`), rule }] : []
  })
  return (method, path) => patterns.find((route) => route.method === method && route.pattern.test(path))?.rule
}
