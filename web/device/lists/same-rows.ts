/** The rows, each as the object that it was before where nothing of it has changed: what shows a row need not show it again. */
export function keepSameRows<Row>(before: readonly Row[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const beforeById = new Map(before.map((row) => [idOf(row), row]))
  return rows.map((row) => {
    const known = beforeById.get(idOf(row))
    return known !== undefined && isSame(known, row) ? known : row
  })
}

/** Plain values: rows of the database, and what a list says beside them. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const before = Object.entries(a)
  const after = new Map(Object.entries(b))
  return before.length === after.size && before.every(([name, value]) => after.has(name) && isSame(value, after.get(name)))
}
