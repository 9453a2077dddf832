/** One line of a file: the customer (shared between lines) and the order with its money. */
export type ImportRecord = {
  /** Name of the record in its source; equal keys are the same order, so that importing again changes nothing. */
  key: string
  customer: { key: string; values: { name: string; countryCode?: string | undefined; phone?: string | undefined } }
  order: {
    itemDetails: string
    issueDescription: string
    orderStatusId: string
    quotedCost?: string | undefined
    orderNotes: string | null
  }
  /** Canonical instant of the mutation; becomes the order's createdAt and the time of its first status. */
  createdAt: string
  paymentAmount?: number | undefined
  /** The amount was given back. */
  isRefund?: boolean | undefined
  costAmount?: number | undefined
}

export type LineOutcome = { line: number; record: ImportRecord } | { line: number; refusal: string }

/** A file format: recognised by its header, turns one row of named cells into a record or a reason. */
export type ImportFormat = {
  name: string
  requiredColumns: readonly string[]
  rowToRecord(row: Record<string, string>): { record: ImportRecord } | { refusal: string }
}
