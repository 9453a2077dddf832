import { isUuid } from '#schema/fields.ts'
import { technicalSegments } from '#schema/rules/text/shop-code.ts'

/** The web app's pages: the dashboard for staff, the portal for customers. */
type Page = 'index.html' | 'portal.html'

type PageDecision = { page: Page; status: 200 | 404 } | { redirectTo: string } | 'no such file'

/** Decides between a shop's public page and its dashboard. */
export type Visitor = {
  isSignedIn: () => Promise<boolean>
  /** Whether the segment is the alias of one of the signed-in visitor's shops. */
  isOwnAlias: (segment: string) => Promise<boolean>
  findShopCode: (shopId: string) => Promise<string | undefined>
}

const staffPages: ReadonlySet<string> = new Set(['login', 'profile', 'app-settings', 'app-settings/start', 'entity-settings', 'shop-settings'])

const technical: ReadonlySet<string> = new Set(technicalSegments)

const portal: PageDecision = { page: 'portal.html', status: 200 }
const dashboard: PageDecision = { page: 'index.html', status: 200 }
const notFoundPage: PageDecision = { page: 'index.html', status: 404 }

/** Link to an order, estimate or invoice. The address alone grants access. */
export const isCustomerLink = (pathname: string): boolean => /^\/+[^/]+\/+[eio]\/+[^/]+\/*$/.test(pathname)

/** The page for an address that is not a file. */
export async function decidePage(pathname: string, visitor: Visitor): Promise<PageDecision> {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const [first, second] = segments
  if (first === undefined) return dashboard
  // App addresses have no extension: a missing file must not return a page.
  if (/\.[A-Za-z0-9]{1,12}$/.test(segments.at(-1) ?? '')) return 'no such file'
  if (technical.has(first.toLowerCase()) || segments.some((segment) => /^(?:\.|%2e)/i.test(segment))) return 'no such file'
  if (staffPages.has(first)) return staffPages.has(segments.join('/')) ? dashboard : notFoundPage
  if (segments.length === 1) return decideSingleSegment(decodeSegment(first), visitor)
  if (segments.length === 2 && (second === 'customer' || second === 'prices')) return portal
  // Staff see the customer's view.
  if (isCustomerLink(pathname)) return portal
  // Address on a printed label: staff get the order, others the portal.
  if (segments.length === 3 && second === 't') return (await visitor.isSignedIn()) ? dashboard : portal
  // /{shop}/{tab}, /{shop}/{tab}/{customer}, /{shop}/{tab}/order/{order}: the app's router decides the rest.
  return segments.length <= 4 ? dashboard : notFoundPage
}

/** One segment is a shop's public page, or for signed-in visitors the dashboard of a shop by id or alias. */
async function decideSingleSegment(segment: string, visitor: Visitor): Promise<PageDecision> {
  if (await visitor.isSignedIn()) return isUuid(segment) || (await visitor.isOwnAlias(segment)) ? dashboard : portal
  const code = isUuid(segment) ? await visitor.findShopCode(segment.toLowerCase()) : undefined
  return code === undefined ? portal : { redirectTo: `/${encodeURIComponent(code)}` }
}

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
