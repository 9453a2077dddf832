import { z } from 'zod'
import { type Mutation, type MutationError, mutationSchema, type Op } from '#schema/api/sync.ts'
import type { Collection } from '#schema/collection.ts'
import { collectionByName, isCollectionName } from '#schema/collections/index.ts'
import { AppError, isErrorCode } from '#schema/errors.ts'
import { instantSchema, uuidSchema } from '#schema/fields.ts'
import type { Json } from '#schema/values/merge.ts'
import type { MutationOrigin, OutboxEntry, RefusedEntry } from '../../storage/unsent-store.ts'
import type { Effect } from '../../rows/rebase.ts'

/**
 * The file that carries unsent changes between one user's devices. Mutations keep their ids, so a second arrival is
 * harmless, and their times by the first device's clock.
 */
const unsentFileFormat = 'mainspring-unsent'
const unsentFileVersion = 1

export type UnsentMutation = Pick<OutboxEntry, 'mutation' | 'effects' | 'summary' | 'titles' | 'origin'>

export type UnsentFile = {
  userId: string
  login: string
  /** The device that wrote the file and made the mutations without an `origin`. */
  deviceId: string
  /** The server clock's lead over that device's, in milliseconds; null when it never reached the server. */
  clockOffsetMs: number | null
  exportedAt: string
  mutations: UnsentMutation[]
  refused: RefusedEntry[]
}

const mutationsMax = 200_000
const summaryMaxLength = 1_000

const originSchema = z.object({ deviceId: z.string().min(1).max(100), clockOffsetMs: z.number().nullable() })
const summarySchema = z.string().transform((text) => text.slice(0, summaryMaxLength))

const titlesSchema = z.record(z.string().max(100), summarySchema).optional()

const envelopeSchema = z.object({
  userId: uuidSchema('the user is missing'),
  login: z.string({ error: 'the sign-in name is missing' }),
  deviceId: z.string({ error: 'the device is missing' }).min(1).max(100),
  clockOffsetMs: z.number().nullable().default(null),
  exportedAt: instantSchema('the time of the export is missing'),
  mutations: z.array(z.unknown(), { error: 'the list of changes is missing' }).max(mutationsMax),
  refused: z.array(z.unknown(), { error: 'the list of refused changes is missing' }).max(mutationsMax),
})

const unsentSchema = z.object({
  mutation: mutationSchema,
  effects: z
    .array(
      z.discriminatedUnion('action', [
        z.object({ key: z.string(), action: z.enum(['delete', 'restore']) }),
        z.object({ key: z.string(), action: z.literal('count'), delta: z.int() }),
        z.object({ key: z.string(), action: z.literal('give'), field: z.string(), to: uuidSchema() }),
        z.object({ key: z.string(), action: z.literal('set'), field: z.string(), to: z.string() }),
      ]),
    )
    .default([]),
  summary: summarySchema,
  titles: titlesSchema,
  origin: originSchema.optional(),
})

const refusedSchema = z.object({
  mutation: mutationSchema,
  error: z.object({ code: z.string(), message: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })).optional() }),
  refusedAt: instantSchema(),
  summary: summarySchema,
  titles: titlesSchema,
  isStripped: z.boolean().optional(),
})

export function unsentFileToText({ mutations, refused, ...head }: UnsentFile): string {
  return JSON.stringify({
    format: unsentFileFormat,
    version: unsentFileVersion,
    ...head,
    mutations: mutations.map(({ mutation, effects, summary, titles, origin }) => ({ mutation, effects, summary, titles, origin })),
    refused: refused.map(({ mutation, error, refusedAt, summary, titles, isStripped }) => ({ mutation, error, refusedAt, summary, titles, isStripped })),
  })
}

/** @throws AppError VALIDATION with the file's error as message, FORBIDDEN for the file of another user */
export function textToUnsentFile(text: string, userId: string): UnsentFile {
  const raw = parseJson(text)
  if (raw?.['format'] !== unsentFileFormat) throw broken('This is not a file of unsent changes.')
  const { version } = raw
  if (typeof version !== 'number') throw broken('The file is damaged: its version is missing.')
  if (version > unsentFileVersion) throw broken('This file was made by a newer version of the app. Update the app on this device, then import it again.')
  const envelope = envelopeSchema.safeParse(raw)
  if (!envelope.success) throw broken(`The file is damaged: ${envelope.error.issues[0]?.message ?? 'a part is missing'}.`)
  const { mutations, refused, ...head } = envelope.data
  if (head.userId !== userId) throw new AppError('FORBIDDEN', `This file belongs to ${head.login}. Sign in as ${head.login} to import it.`)
  return {
    ...head,
    mutations: mutations.map((entry, index) =>
      toUnsent(entry, (fault) => broken(`Change ${index + 1} of ${mutations.length} in the file is damaged: ${fault}.`)),
    ),
    refused: refused.map((entry, index) =>
      toRefused(entry, (fault) => broken(`Refused change ${index + 1} of ${refused.length} in the file is damaged: ${fault}.`)),
    ),
  }
}

/** `mainspring-unsent-kay-2026-03-02.json`, with the device's date. */
export function unsentFileName(login: string, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  const name = login.replace(/[^\p{L}\p{N}._@+-]+/gu, '-').slice(0, 80)
  return `mainspring-unsent-${name === '' ? 'user' : name}-${day}.json`
}

/** The device by whose clock a mutation is dated. */
export const originOf = (file: Pick<UnsentFile, 'deviceId' | 'clockOffsetMs'>, unsent: UnsentMutation): MutationOrigin =>
  unsent.origin ?? { deviceId: file.deviceId, clockOffsetMs: file.clockOffsetMs }

type Fault = (reason: string) => AppError

function toUnsent(raw: unknown, fault: Fault): UnsentMutation {
  const parsed = unsentSchema.safeParse(raw)
  if (!parsed.success) throw fault(issueToReason(parsed.error))
  const { mutation, effects, summary, titles, origin } = parsed.data
  assertKnown(mutation, fault)
  for (const op of mutation.ops) {
    const field = findUnfitField(op)
    if (field !== undefined) throw fault(`'${field}' holds a value of the wrong kind`)
  }
  return { mutation, effects: effects.filter(isKnownEffect), summary, titles, origin }
}

function toRefused(raw: unknown, fault: Fault): RefusedEntry {
  const parsed = refusedSchema.safeParse(raw)
  if (!parsed.success) throw fault(issueToReason(parsed.error))
  const { mutation, error, refusedAt, summary, titles, isStripped } = parsed.data
  assertKnown(mutation, fault)
  return { id: mutation.id, mutation, error: toMutationError(error), refusedAt, summary, titles, ...(isStripped === true && { isStripped }) }
}

const toMutationError = ({ code, message, issues }: { code: string; message: string; issues?: MutationError['issues'] }): MutationError => ({
  code: isErrorCode(code) ? code : 'INTERNAL',
  message,
  issues,
})

function assertKnown({ ops }: Mutation, fault: Fault): void {
  const unknown = ops.find(({ collection }) => !isCollectionName(collection))
  if (unknown !== undefined) throw fault(`this version does not know '${unknown.collection}'`)
}

const isKnownEffect = (effect: { key: string; action: string; field?: string; to?: string }): effect is Effect => {
  const [collection = '', id] = effect.key.split('/')
  if (!isCollectionName(collection) || !uuidSchema().safeParse(id).success) return false
  const { fields }: Collection = collectionByName[collection]
  if (effect.field === undefined) return true
  const field = Object.hasOwn(fields, effect.field) ? fields[effect.field] : undefined
  return effect.action === 'set' ? field?.choices?.includes(effect.to ?? '') === true : field?.kind === 'id'
}

/** A field whose value does not fit a local row. The server validates the rest: an older version may have allowed more. */
function findUnfitField(op: Op): string | undefined {
  if (op.action !== 'create' && op.action !== 'update') return undefined
  const { fields }: Collection = collectionByName[op.collection as keyof typeof collectionByName]
  const isFit = (name: string, value: Json, isOld: boolean): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const kind = name === 'createdAt' ? 'instant' : field?.kind
    return kind === undefined || (value === null ? isOld || field?.nullable === true : fitByKind[kind](value))
  }
  if (op.action === 'create') return Object.keys(op.values).find((name) => !isFit(name, op.values[name] ?? null, false))
  return Object.keys(op.changes).find((name) => {
    const { from = null, to = null } = op.changes[name] ?? {}
    return !isFit(name, from, true) || !isFit(name, to, false)
  })
}

const isText = (value: Json): boolean => typeof value === 'string'
const isNumber = (value: Json): boolean => typeof value === 'number'

const fitByKind = {
  text: isText,
  id: isText,
  json: isText,
  numbers: isText,
  instant: (value: Json): boolean => instantSchema().safeParse(value).success,
  boolean: (value: Json): boolean => typeof value === 'boolean',
  integer: isNumber,
  quantity: isNumber,
  money: isNumber,
  percent: isNumber,
}

function issueToReason(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue === undefined ? 'a part is missing' : `${issue.path.join('.')}: ${issue.message}`
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const broken = (message: string): AppError => new AppError('VALIDATION', message)
