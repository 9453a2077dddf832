import { AppError } from '#schema/errors.ts'
import type { TakenNumbers } from '../numbers/number-leases.ts'
import { type DeviceStore, readMeta, type RefusedEntry } from '../storage/unsent-store.ts'
import type { OpInput } from '../rows/op-input.ts'
import type { Draft } from '../storage/stored-draft.ts'
import type { WriteReceipt } from './write-receipt.ts'

/** The one mutation that an open form becomes; its id is created when the form opens and stored with its draft. */
export type FormMutation = { id: string; draftKey: string }

/**
 * The form of a mutation: storing the mutation deletes its draft, and saving again repeats the same mutation.
 * `isStaying`: the form stays open for the next one.
 */
export type FormRef = { draftKey: string; isStaying?: boolean | undefined }

/** A record of a stored form mutation, kept as long as a copy of the form may reappear. */
export type WrittenMark = { at: string; ids: string[]; digest: string }

/** A mutation's source: the refused change that it retries, its form with the WrittenMark to store, and its leased numbers. */
export type MutationSource = {
  retried?: RefusedEntry | undefined
  form?: { mutation: FormMutation; mark: WrittenMark } | undefined
  numbers?: TakenNumbers | undefined
}

const markPrefix = 'formAct/'

export const markKey = (mutationId: string): string => markPrefix + mutationId

export const findMark = (store: DeviceStore, mutationId: string): Promise<WrittenMark | undefined> => readMeta<WrittenMark>(store, markKey(mutationId))

/**
 * Replaces the form's draft by its WrittenMark, inside the transaction that stores its mutation. Resolves to the draft.
 * @throws AppError CONFLICT when the form was saved before
 */
export async function turnDraftIntoMark(store: DeviceStore, { mutation, mark }: { mutation: FormMutation; mark: WrittenMark }): Promise<Draft | undefined> {
  // Issued together, executed in this order.
  const [before, draft] = await Promise.all([
    findMark(store, mutation.id),
    store.drafts.get(mutation.draftKey),
    store.drafts.delete(mutation.draftKey),
    store.meta.put({ key: markKey(mutation.id), value: mark }),
  ])
  if (before !== undefined) throw new AppError('CONFLICT', savedBeforeMessage)
  return draft
}

/** The ids among these that were stored on this device. */
export async function findWrittenMutations(store: DeviceStore, mutationIds: readonly string[]): Promise<Set<string>> {
  if (mutationIds.length === 0) return new Set()
  const marks = await store.meta.bulkGet(mutationIds.map(markKey))
  return new Set(mutationIds.filter((_, index) => marks[index] !== undefined))
}

export async function forgetOldMarks(store: DeviceStore, before: string): Promise<void> {
  const marks = await store.meta.where('key').startsWith(markPrefix).toArray()
  const old = marks.filter(({ value }) => (value as WrittenMark).at < before)
  if (old.length > 0) await store.meta.bulkDelete(old.map(({ key }) => key))
}

/**
 * The receipt for a form that is saved again, e.g. by a double click or from a stale page.
 * @throws AppError CONFLICT when its content differs from what was stored: dropping that would lose it silently
 */
export function answerAgain(mutationId: string, mark: WrittenMark, digest: string): WriteReceipt {
  if (mark.digest !== digest) throw new AppError('CONFLICT', savedBeforeMessage)
  return { mutationId, ids: mark.ids }
}

const savedBeforeMessage = 'This form was saved before. Copy what you changed since, close it and open it again.'

/** Non-cryptographic hash to tell whether a form's content changed. */
export function digestInputs(shopId: string, inputs: readonly OpInput[]): string {
  const text = JSON.stringify([shopId, inputs])
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  return `${text.length}-${(one >>> 0).toString(16)}${(other >>> 0).toString(16)}`
}

const tailMax = 0xff_ff_ff_ff_ff_ffn

/** Deterministic ids for a form's rows, so that saving it again, even on another device, makes no second row. */
export function rowIdsOf(mutationId: string): () => string {
  let made = 0n
  return () => mutationId.slice(0, 24) + (BigInt(`0x${mutationId.slice(24)}`) ^ (tailMax - made++)).toString(16).padStart(12, '0')
}
