/** One record: a customer, which records may share, and an order with its money. */
export type ImportRecord = {
  /** Identifies the record in its source: importing an equal key again changes nothing. */
  key: string
  customer: { key: string; values: { name: string; countryCode?: string | undefined; phone?: string | undefined } }
  order: {
    itemDetails: string
    issueDescription: string
    orderStatusId: string
    quotedCost?: string | undefined
    orderNotes: string | null
  }
  /** ISO instant; becomes the order's createdAt and the time of its first status. */
  createdAt: string
  paymentAmount?: number | undefined
  /** `paymentAmount` was refunded. */
  isRefund?: boolean | undefined
  costAmount?: number | undefined
}

export type LineOutcome = { line: number; record: ImportRecord } | { line: number; refusal: string }

/** A file format, recognized by its header; converts a row to a record or a refusal reason. */
export type ImportFormat = {
  name: string
  requiredColumns: readonly string[]
  rowToRecord(row: Record<string, string>): { record: ImportRecord } | { refusal: string }
}
