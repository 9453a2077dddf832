import { mutationSchema, opSchema, type Op } from '#schema/api/sync.ts'
import { collectionByName } from '#schema/collections/index.ts'
import type { Field } from '#schema/collection.ts'
import { isRecord } from './row-states.ts'

/** The names under which somebody could send what must never be stored readable. */
const secretNames: ReadonlySet<string> = new Set([
  'customerAccessCode',
  'accessCode',
  'password',
  ...Object.values(collectionByName).flatMap(({ fields }) => Object.entries(fields as Record<string, Field>).flatMap(([name, { secret }]) => (secret ? [name] : []))),
])

const dropSecretKeys = (values: unknown): unknown => (isRecord(values) ? Object.fromEntries(Object.entries(values).filter(([name]) => !secretNames.has(name))) : values)

/** A mutation as it was sent, without access codes: a device never sends one, another program may. What is clean stays the same object. */
export function withoutSecrets(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  const body = Object.keys(raw).some((name) => secretNames.has(name)) ? (dropSecretKeys(raw) as Record<string, unknown>) : raw
  const ops = body['ops']
  if (!Array.isArray(ops) || !ops.some(hasSecrets)) return body
  return { ...body, ops: ops.map((op: unknown) => (hasSecrets(op) ? dropOpSecrets(op) : op)) }
}

const partsOf = (op: Record<string, unknown>): unknown[] => [op, op['values'], op['changes']]

const hasSecrets = (op: unknown): op is Record<string, unknown> =>
  isRecord(op) && partsOf(op).some((part) => isRecord(part) && Object.keys(part).some((name) => secretNames.has(name)))

function dropOpSecrets(op: Record<string, unknown>): unknown {
  const own = dropSecretKeys(op) as Record<string, unknown>
  for (const part of ['values', 'changes']) if (part in own) own[part] = dropSecretKeys(own[part])
  return own
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
