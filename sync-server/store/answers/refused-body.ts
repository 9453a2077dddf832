import { mutationSchema, opSchema, type Op } from '#schema/api/sync.ts'
import { collectionByName } from '#schema/collections/index.ts'
import type { Field } from '#schema/field.ts'
import { isRecord } from '#schema/is-record.ts'

/** Folds spellings of a name, because other programs may send `customer_access_code` or `AccessCode`. */
const nameToKey = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** Folded names of values that must never be stored in plain text or listed. */
const secretKeys: ReadonlySet<string> = new Set(
  [
    'customerAccessCode',
    'accessCode',
    'password',
    ...Object.values(collectionByName).flatMap(({ fields }) =>
      Object.entries(fields as Record<string, Field>).flatMap(([name, { secret, guarded }]) => (secret || guarded === true ? [name] : [])),
    ),
  ].map(nameToKey),
)

/**
 * The mutation as sent, without secrets at any depth: devices never send any, other programs may. Undefined for values
 * that cannot be serialized, such as extremely deep nesting.
 */
export function withoutSecrets(raw: unknown): unknown {
  try {
    const text = JSON.stringify(raw, (name, value: unknown) => (secretKeys.has(nameToKey(name)) ? undefined : value)) as string | undefined
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

type ReadBody = { typedAt: string | null; ops: Op[]; isWhole: boolean }

/** Reads as much of a refused mutation as parses. */
export function readRefusedBody(body: unknown): ReadBody {
  const whole = mutationSchema.safeParse(body)
  if (whole.success) return { typedAt: whole.data.at, ops: whole.data.ops, isWhole: true }
  if (!isRecord(body)) return { typedAt: null, ops: [], isWhole: false }
  const at = mutationSchema.shape.at.safeParse(body['at'])
  const ops = Array.isArray(body['ops']) ? body['ops'].map((op) => opSchema.safeParse(op)).flatMap(({ data }) => (data === undefined ? [] : [data])) : []
  return { typedAt: at.success ? at.data : null, ops, isWhole: false }
}
