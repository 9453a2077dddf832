const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** A day (`YYYY-MM-DD`) from the address; null (no bound) for anything else. */
export const readDay = (text: string | null): string | null => (text !== null && dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : null)

export function readPage(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? page : 1
}

/** The query of an address without empty values: '' or '?q=anna&page=2'. */
export function valuesToSearch(values: Record<string, string | number | null>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== null && value !== '') params.set(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** Applies a change of filters; any change but the page returns to page 1. */
export function changeFilters<Filters extends { page: number }>(filters: Filters, change: Partial<Filters>): Filters {
  return { ...filters, page: 1, ...change }
}
