/** How often repairs came back under warranty, by what was done, which part was put in, who sold it and who did it. */

export const comebackGroups = ['services', 'parts', 'suppliers', 'people'] as const
export type ComebackGroup = (typeof comebackGroups)[number]

type Repaired = { id: string; fixedAt: string | null; claimOf: string | null; assignedEmployeeId: string | null }
type Line = { orderId: string; kind: string; productId: string | null; serviceId: string | null }

/** `id` of a service, product, supplier or employee. */
export type ComebackRow = { id: string; done: number; cameBack: number }

type Range = { fromInstant: string | null; toInstantExclusive: string | null }

/** Repairs that became finished in the range, each counted once in a group; claims are not repairs but what came back. */
export function toComebacks(
  orders: readonly Repaired[],
  lines: readonly Line[],
  { range: { fromInstant, toInstantExclusive }, supplierOf }: { range: Range; supplierOf: (productId: string) => string | null | undefined },
): Readonly<Record<ComebackGroup, readonly ComebackRow[]>> {
  const claimed = new Set(orders.flatMap(({ claimOf }) => claimOf ?? []))
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const rows = new Map(comebackGroups.map((group) => [group, new Map<string, ComebackRow>()]))
  for (const { id: orderId, fixedAt, claimOf, assignedEmployeeId } of orders) {
    if (
      fixedAt === null ||
      claimOf !== null ||
      (fromInstant !== null && fixedAt < fromInstant) ||
      (toInstantExclusive !== null && fixedAt >= toInstantExclusive)
    )
      continue
    const own = linesByOrder.get(orderId) ?? []
    const parts = own.flatMap(({ kind, productId }) => (kind === 'part' && productId !== null ? [productId] : []))
    const idsByGroup: Record<ComebackGroup, (string | null | undefined)[]> = {
      services: own.map(({ serviceId }) => serviceId),
      parts,
      suppliers: parts.map(supplierOf),
      people: [assignedEmployeeId],
    }
    for (const group of comebackGroups) {
      const counted = rows.get(group)
      for (const id of new Set(idsByGroup[group])) {
        if (id === null || id === undefined) continue
        const row = counted?.get(id) ?? { id, done: 0, cameBack: 0 }
        counted?.set(id, { id, done: row.done + 1, cameBack: row.cameBack + (claimed.has(orderId) ? 1 : 0) })
      }
    }
  }
  const list = (group: ComebackGroup): ComebackRow[] =>
    [...(rows.get(group)?.values() ?? [])].toSorted((one, other) => other.cameBack - one.cameBack || other.done - one.done)
  return { services: list('services'), parts: list('parts'), suppliers: list('suppliers'), people: list('people') }
}

/** '8%' */
export const toRate = ({ done, cameBack }: ComebackRow): string => `${Math.round((cameBack / done) * 100)}%`
