import { createHash } from 'node:crypto'
import type { Cell, Row } from './cells.ts'

/** Row count and an order-independent checksum. */
export type Sum = { rows: number; digest: string }

const modulus = 2n ** 256n

const toText = (cell: Cell | undefined): unknown => (cell instanceof Uint8Array ? { bytes: createHash('sha256').update(cell).digest('hex') } : (cell ?? null))

/** Adds hashes instead of xoring them: two equal rows must not cancel each other. */
export class RowSum {
  readonly #columns: readonly string[]
  #rows = 0
  #digest = 0n

  constructor(columns: readonly string[]) {
    this.#columns = columns
  }

  add(row: Row): void {
    const text = JSON.stringify(this.#columns.map((column) => toText(row[column])))
    this.#rows += 1
    this.#digest = (this.#digest + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % modulus
  }

  read(): Sum {
    return { rows: this.#rows, digest: this.#digest.toString(16) }
  }
}

export const isSame = (one: Sum, other: Sum): boolean => one.rows === other.rows && one.digest === other.digest
