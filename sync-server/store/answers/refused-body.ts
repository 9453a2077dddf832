import { mutationSchema, opSchema, type Op } from '#schema/api/sync.ts'
import { collectionByName } from '#schema/collections/index.ts'
import type { Field } from '#schema/collection.ts'
import { isRecord } from '#schema/is-record.ts'

/** Other programs spell names otherwise: `customer_access_code`, `AccessCode`. */
const nameToKey = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

/** The names under which somebody could send what must never be stored readable. */
const secretKeys: ReadonlySet<string> = new Set(
  [
    'customerAccessCode',
    'accessCode',
    'password',
    ...Object.values(collectionByName).flatMap(({ fields }) =>
      Object.entries(fields as Record<string, Field>).flatMap(([name, { secret }]) => (secret ? [name] : [])),
    ),
  ].map(nameToKey),
)

/**
 * A mutation as it was sent, without access codes at any depth: a device never sends one, another program may. Undefined for
 * what no JSON text can be made of, such as a list nested a hundred thousand deep.
 */
export function withoutSecrets(raw: unknown): unknown {
  try {
    const text = JSON.stringify(raw, (name, value: unknown) => (secretKeys.has(nameToKey(name)) ? undefined : value)) as string | undefined
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

export type ReadBody = { typedAt: string | null; ops: Op[]; isWhole: boolean }

/** As much of a stored mutation as can be understood; it may be broken in any way, that is why it was refused. */
export function readRefusedBody(body: unknown): ReadBody {
  const whole = mutationSchema.safeParse(body)
  if (whole.success) return { typedAt: whole.data.at, ops: whole.data.ops, isWhole: true }
  if (!isRecord(body)) return { typedAt: null, ops: [], isWhole: false }
  const at = mutationSchema.shape.at.safeParse(body['at'])
  const ops = Array.isArray(body['ops']) ? body['ops'].map((op) => opSchema.safeParse(op)).flatMap(({ data }) => (data === undefined ? [] : [data])) : []
  return { typedAt: at.success ? at.data : null, ops, isWhole: false }
}
