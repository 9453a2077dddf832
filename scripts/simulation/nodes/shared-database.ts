import type { OpenDatabase } from '#server/db/open.ts'
import type { NumberHeads } from '#server/store/sequence/number-heads.ts'

export type EngineName = 'sqlite' | 'postgres'

export type SqlRow = Record<string, string | number | null>

/** How a decision stands in the ledger. `place` rises in the order in which decisions of one shop were committed. */
export type LedgerEntry = { actAtMs: number; place: number }

/** What breaks in the middle of a push: a node, all connections to the database, or the database itself, which begins again at once. */
const nodeFaultKinds = ['node', 'connections', 'database'] as const
export type NodeFaultKind = (typeof nodeFaultKinds)[number]

/** The database of one run. */
export type SharedDatabase = {
  /** A name for each server that works on it. */
  readonly nodeNames: readonly string[]
  open: (nodeName: string) => Promise<OpenDatabase>
  /** Past all of the product's code. */
  read: (sql: string) => Promise<SqlRow[]>
  readLedger: (ids: readonly string[]) => Promise<Map<string, LedgerEntry>>
  readNumberHeads: () => Promise<NumberHeads | undefined>
  backUp: () => Promise<void>
  /** No node may have it open. */
  putBack: () => Promise<void>
  /** Resolves when nothing is under way between nodes and database. */
  settle: () => Promise<void>
  /** Ends all that a node has open there, as the end of its process would; what it had begun is over when `settle` resolves. */
  cut: (nodeName: string) => void
  endConnections: () => Promise<void>
  restart: () => Promise<void>
  /** Runs `fault` at the statement behind that many more of pushes: just before it leaves, or just after. Undefined: no more. */
  arm: (fault: ArmedFault | undefined) => void
  /** What no run may show, in words: transactions that waited for each other. */
  listTroubles: () => string[]
  remove: () => Promise<void>
}

/** `isSent`: the statement is on its way already. */
export type ArmedFault = { statements: number; isSent: boolean; run: (nodeName: string) => void | Promise<void> }
