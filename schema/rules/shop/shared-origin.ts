/** `name`: of a host, without port and brackets. */
export const isLoopback = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)

export const isLoopbackOrigin = (origin: string): boolean => isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'))

/**
 * The origin for papers and links, which others open: that of this page, or the server's `address` if this page was
 * opened on the server's own machine. Null if others cannot reach the server.
 */
export const toSharedOrigin = (opened: string, address: string | null): string | null => (isLoopbackOrigin(opened) ? address : opened)
