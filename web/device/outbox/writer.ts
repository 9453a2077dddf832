import { AppError } from '#schema/errors.ts'
import type { Caller } from '#schema/rules/access/access.ts'
import type { TroublePort } from '../platform/trouble.ts'
import type { OpInput } from '../rows/op-input.ts'
import { StoreClearedError } from '../storage/cleared-store.ts'
import type { RefusedEntry } from '../storage/unsent-store.ts'
import { StolenLockError } from '../storage/write-lock.ts'
import type { FormMutation, FormRef } from './form-mutations.ts'
import type { LocalParts, WithLock } from './local-parts.ts'
import type { Act, ActOutcome, StoreActs } from './together/write-together.ts'
import { type WritePath, type Written, writeMutation } from './write.ts'
import type { WriteReceipt } from './write-receipt.ts'

type WritingForms = {
  mutationOf: (form: FormRef) => FormMutation
  whileStoring: <T>(form: FormRef, mutation: FormMutation, run: () => Promise<T>) => Promise<T>
}

/** `onSendable`: called under the lock once a mutation may be sent; `onWritten`: the screens may update. */
export type WriteListener = { onSendable: () => void; onWritten: () => void }

type Options = {
  local: LocalParts
  withLock: WithLock
  forms: WritingForms
  readCaller: () => Caller | undefined
  findPointing: WritePath['findPointing']
  moneyOf: WritePath['moneyOf']
  leases: WritePath['leases']
  trouble: TroublePort
  listener: WriteListener
}

export type Writer = {
  /** `retried`: the refused change that this one replaces. @throws as Device.write */
  write: (shopId: string, ops: readonly OpInput[], form?: FormRef, retried?: RefusedEntry) => Promise<WriteReceipt>
  /** Stores each act as its own mutation, all in one step. @throws as Device.writeTogether */
  writeTogether: (shopId: string, acts: readonly Act[], store: StoreActs) => Promise<ActOutcome[]>
  /** Waits, a few seconds at most, until this tab's running write of the row is stored or failed. */
  whenWritten: (id: string) => Promise<void>
}

/** A form that opens does not wait longer for a blocked write. */
const patienceMs = 3000

/** This tab's write path: takes the lock, retries after losing it, and updates form drafts. */
export function createWriter({ local, withLock, forms, readCaller, findPointing, moneyOf, leases, trouble, listener }: Options): Writer {
  const { localState, ports, closing } = local
  const writing = new Map<Promise<unknown>, readonly OpInput[]>()

  const goPath = async <T>(store: (path: WritePath) => Promise<T>, hasChanged: (written: T) => boolean): Promise<T> => {
    let hasTrouble = false
    const path: WritePath = {
      ...localState,
      readCaller,
      findPointing,
      moneyOf,
      leases,
      clock: ports.clock,
      newId: ports.newId,
      onSendable: listener.onSendable,
      reportProblem: (problem) => {
        hasTrouble = true
        trouble.patch({ problem })
      },
    }
    // After a stolen lock or a cleared storage nothing was stored yet: retry.
    const tried = withLock(() => store(path)).catch((error: unknown) => {
      if (error instanceof StolenLockError || error instanceof StoreClearedError) return withLock(() => store(path))
      throw error
    })
    const written = await tried.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'UNAVAILABLE') trouble.patch({ problem: error.message })
      throw error
    })
    if (hasChanged(written)) {
      if (!hasTrouble) trouble.patch({ problem: null })
      listener.onWritten()
    }
    return written
  }

  const writeNow = async (shopId: string, ops: readonly OpInput[], form: FormRef | undefined, retried: RefusedEntry | undefined): Promise<WriteReceipt> => {
    // Get it before the first await: a form submitted twice stays the same mutation.
    const mutation = form && forms.mutationOf(form)
    const storeForm = (path: WritePath): Promise<Written> => {
      const store = (): Promise<Written> => writeMutation(path, shopId, ops, { retried, form: mutation })
      return form === undefined || mutation === undefined ? store() : forms.whileStoring(form, mutation, store)
    }
    const { tookBack: _tookBack, ...told } = await goPath(storeForm, ({ mutationId, tookBack = false }) => mutationId !== null || tookBack)
    return told
  }

  const noteWriting = <T>(written: Promise<T>, ops: readonly OpInput[]): Promise<T> => {
    writing.set(written, ops)
    const forget = () => void writing.delete(written)
    void written.then(forget, forget)
    return written
  }

  return {
    write: (shopId, ops, form, retried) => noteWriting(writeNow(shopId, ops, form, retried), ops),
    writeTogether(shopId, acts, store) {
      const written = goPath(
        (path) => store(path, shopId, acts),
        ({ hasChanged }) => hasChanged,
      )
      return noteWriting(
        written.then(({ outcomes }) => outcomes),
        acts.flat(),
      )
    },
    async whenWritten(id) {
      const ofRow = [...writing].flatMap(([written, ops]) => (ops.some((op) => op.id === id) ? [written] : []))
      if (ofRow.length > 0) await Promise.race([Promise.allSettled(ofRow), ports.wait(patienceMs, closing)])
    },
  }
}
