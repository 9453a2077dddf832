/** The articles of a sale that was left half done, one a line. */
export function readItemTexts(stored: unknown): string[] {
  const items: unknown = typeof stored === 'string' ? JSON.parse(stored) : []
  return Array.isArray(items) ? items.map(({ quantity, description }: { quantity: string; description: string }) => `${quantity} × ${description}`) : []
}
