import type { z } from 'zod'
import type { MergePolicy } from './values/merge.ts'

/**
 * `numbers`: a list of whole numbers on the wire, its JSON text in tables and on devices. `quantity`: a number with at most three
 * decimals, whole thousandths in tables. `json`: like `numbers`, a list of anything.
 */
export type FieldKind = 'text' | 'boolean' | 'integer' | 'money' | 'quantity' | 'instant' | 'id' | 'json' | 'numbers'

/** Effect of a deletion on rows that point at the deleted row. */
export type OnParentDelete =
  /** `unless`: a flag of the pointing row; where it is set the row keeps the id of what is gone instead. */
  | { action: 'refuse'; message: string; unless?: string | undefined }
  | { action: 'cascade' }
  /** The pointing row keeps the id; it still shows the name it had (an employee who left). */
  | { action: 'keep' }

export type Reference = { collection: string; onParentDelete: OnParentDelete }

/** `server`: computed there; a client's value is ignored. */
export type Writer = 'client' | 'server'

export interface Field<Value = unknown, Optional extends boolean = boolean, Secret extends boolean = boolean, By extends Writer = Writer> {
  readonly kind: FieldKind
  /** Name of the field in audit texts, import reports and "Needs attention". */
  readonly label: string
  /** Parses what a client sends into the stored value (trimmed, normalised), with the documented messages. */
  readonly schema: z.ZodType<Value>
  readonly nullable: boolean
  /** May be left out when a row is created; then `initial` is stored. */
  readonly optional: Optional
  readonly initial: Value | undefined
  readonly merge: MergePolicy
  readonly maxLength: number
  readonly reference: Reference | undefined
  readonly writer: By
  /** Set by the creation for good. The text refuses another value; the stored one may be sent back. */
  readonly fixed: string | undefined
  /** Never leaves the server: not on any wire, not on any device. */
  readonly secret: Secret
  /** The closed list of its values: no words of anybody. */
  readonly choices?: readonly string[]
  /** Of a list of kind `json`: the shape of its items in answers. */
  readonly items?: z.ZodType
  /** Devices hold it, and nothing else tells its value: no answer of REST, no text, no notice, no stored refusal. */
  readonly guarded?: boolean
}

/** Says in its type that answers lack it. */
export type GuardedField<Value, Optional extends boolean> = Field<Value, Optional, false, 'client'> & { readonly guarded: true }

/** Money says so in its type too: its column holds cents. */
export type MoneyField<Value extends number | null, Optional extends boolean> = Field<Value, Optional, false, 'client'> & { readonly kind: 'money' }

/** A quantity says so in its type too: its column holds thousandths. */
export type QuantityField = Field<number, false, false, 'client'> & { readonly kind: 'quantity' }

export type Fields = Record<string, Field>
