import type { z } from 'zod'
import type { MergePolicy } from './values/merge.ts'

/**
 * `numbers`: a list of integers on the wire, JSON text in tables and on devices; `json`: the same for any items.
 * `quantity`: at most three decimals, whole thousandths in tables; `percent`: at most four, whole millionths.
 */
export type FieldKind = 'text' | 'boolean' | 'integer' | 'money' | 'quantity' | 'percent' | 'instant' | 'id' | 'json' | 'numbers'

export type OnParentDelete =
  /** `unless`: flag of the referring row; if set, the row keeps the dangling id and does not prevent the deletion. */
  | { action: 'refuse'; message: string; unless?: string | undefined }
  | { action: 'cascade' }
  /** The referring row keeps the id and still shows the name (a former employee). */
  | { action: 'keep' }

type Reference = { collection: string; onParentDelete: OnParentDelete }

/** `server`: client values are ignored. */
export type Writer = 'client' | 'server'

export interface Field<Value = unknown, Optional extends boolean = boolean, Secret extends boolean = boolean, By extends Writer = Writer> {
  readonly kind: FieldKind
  /** Name of the field in audit texts, import reports and "Needs attention". */
  readonly label: string
  /** Parses client input into the stored value (trimmed, normalised). */
  readonly schema: z.ZodType<Value>
  readonly nullable: boolean
  /** May be absent in a new row; then `initial` is stored. */
  readonly optional: Optional
  readonly initial: Value | undefined
  readonly merge: MergePolicy
  readonly maxLength: number
  readonly reference: Reference | undefined
  readonly writer: By
  /** Immutable after creation. The text is the error for a different value; the stored value may be sent back. */
  readonly fixed: string | undefined
  /** Never leaves the server. */
  readonly secret: Secret
  readonly choices?: readonly string[]
  /** The shape of a JSON value in answers. */
  readonly answered?: z.ZodType
  /** Sent to devices only: never in REST answers, texts, notices or stored refusals. */
  readonly guarded?: boolean
}

export type GuardedField<Value, Optional extends boolean> = Field<Value, Optional, false, 'client'> & { readonly guarded: true }

export type MoneyField<Value extends number | null, Optional extends boolean> = Field<Value, Optional, false, 'client'> & { readonly kind: 'money' }

export type QuantityField = Field<number, false, false, 'client'> & { readonly kind: 'quantity' }

export type PercentField<Value extends number | null, Optional extends boolean> = Field<Value, Optional, false, 'client'> & { readonly kind: 'percent' }

export type Fields = Record<string, Field>
