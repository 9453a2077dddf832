/**
 * Which addresses the dashboard's cached shell may answer without asking the server. The
 * patterns run on path plus query, as Workbox gives them. A single other segment is a shop's public page.
 */
export const dashboardAddresses: RegExp[] = [
  /^\/(?:\?|$)/,
  /^\/(?:login|profile|app-settings|entity-settings|shop-settings)\/?(?:\?|$)/,
  /^\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?(?:\?|$)/i,
  /^\/[^/?.]+(?:\/[^/?.]+){1,3}\/?(?:\?|$)/,
]

/** Wins over the list above: the server's own paths, files, the portal by shop id, and customers' links to estimates. */
export const serverAddresses: RegExp[] = [
  /^\/api(?:[/?]|$)/,
  /^\/(?:healthz|livez|metrics|readyz)(?:[/?]|$)/,
  /^\/(?:assets|icons|screenshots)\//,
  /^\/[^/?]+\/customer\/?(?:\?|$)/i,
  /^\/[^/?]+\/e\/[^/?]+\/?(?:\?|$)/,
]

/** Whether the dashboard's shell answers this path (with its query, if any). */
export function isDashboardAddress(pathAndQuery: string): boolean {
  return dashboardAddresses.some((pattern) => pattern.test(pathAndQuery)) && !serverAddresses.some((pattern) => pattern.test(pathAndQuery))
}
