/**
 * Addresses that the dashboard's cached shell may answer without the server. The patterns match path plus query, as
 * Workbox passes them. Any other single segment is a shop's public page.
 */
export const dashboardAddresses: RegExp[] = [
  /^\/(?:\?|$)/,
  /^\/(?:login|profile|app-settings|entity-settings|shop-settings)\/?(?:\?|$)/,
  /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?(?:\?|$)/i,
  /^\/[^/?.]+(?:\/[^/?.]+){1,3}\/?(?:\?|$)/,
]

/** Takes precedence over `dashboardAddresses`: the server's own paths, files, the portal by shop id, price lists, and customers' links to estimates. */
export const serverAddresses: RegExp[] = [
  /^\/api(?:[/?]|$)/,
  /^\/(?:healthz|livez|metrics|readyz)(?:[/?]|$)/,
  /^\/(?:assets|icons|screenshots)\//,
  /^\/[^/?]+\/(?:customer|prices)\/?(?:\?|$)/i,
  /^\/[^/?]+\/e\/[^/?]+\/?(?:\?|$)/,
]

export function isDashboardAddress(pathAndQuery: string): boolean {
  return dashboardAddresses.some((pattern) => pattern.test(pathAndQuery)) && !serverAddresses.some((pattern) => pattern.test(pathAndQuery))
}
