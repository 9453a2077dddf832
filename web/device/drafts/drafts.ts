import { AppError } from '#schema/errors.ts'
import type { Json } from '#schema/values/merge.ts'
import { isRecord } from '#schema/is-record.ts'
import type { DeviceStore } from '../storage/unsent-store.ts'
import type { Draft } from '../storage/stored-draft.ts'
import { watchSet } from '../platform/observable.ts'
import type { DraftClaim } from './draft-claim.ts'
import { type DraftNote, type DraftNotes, openDraftNotes } from '../storage/draft-notes.ts'
import { findMark, findWrittenMutations, type FormMutation, forgetOldMarks, type FormRef } from '../outbox/form-mutations.ts'
import { leftMessage } from '../storage/stored-work.ts'

/**
 * Drafts of forms. Each open form writes under its own key, `<form>~<id>`, and holds a lock of that name while it is on
 * screen. Tabs with the same form never mix, and a draft whose lock is free is abandoned.
 */
export type DraftStore = {
  claim: (formKey: string) => Promise<DraftClaim>
  /** A claimed key saves that form's draft; a bare form key saves a new draft, which the form's next opening offers. */
  save: (key: string, value: Json) => Promise<void>
  remove: (key: string) => Promise<void>
  mutationOf: (form: FormRef) => FormMutation
  /**
   * Runs the storing of the form's mutation. Input typed meanwhile is kept only on failure; otherwise it would be
   * offered next to the mutation.
   */
  whileStoring: <T>(form: FormRef, mutation: FormMutation, run: () => Promise<T>) => Promise<T>
  /** Drafts of forms that no tab has open; newest first. */
  listLeft: () => Promise<Draft[]>
  prefer: (key: string) => void
  /** Removes from drafts the row values of lost shops; typed input stays. */
  forgetRows: (isLost: (shopId: string) => boolean) => Promise<void>
  known: () => Draft[]
  finishAll: () => Promise<void>
  /** The user's data is being removed: stop storing drafts. */
  end: () => void
  /** Drafts were imported. */
  announce: () => void
  /** Calls back when drafts of this tab are added, removed, claimed or released. */
  watch: (listener: () => void) => () => void
}

type Options = { store: DeviceStore; userId: string; clock: () => Date; newId: () => string; notes?: DraftNotes | undefined }

const keptForMs = 30 * 24 * 60 * 60 * 1000
/** Kept whatever their age: the device's clock may be wrong. */
const keptAlways = 20

const draftToFormKey = (key: string): string => key.split('~', 1)[0] ?? key

export function openDraftStore({ store, userId, clock, newId, notes = openDraftNotes(userId) }: Options): DraftStore {
  const lockName = (key: string): string => `mainspring-draft-${userId}-${key}`
  const claimed = new Set<string>()
  const listeners = new Set<() => void>()
  const known = new Map<string, Draft>()
  const mutationIdByKey = new Map<string, string>()
  /** Forms whose mutation is being stored, with the input typed meanwhile. */
  const storing = new Map<string, Json | undefined>()
  /** Saved forms that are about to close. */
  const saved = new Set<string>()
  let preferredKey: string | undefined
  let isOver = false
  const writing = new Set<Promise<void>>()
  const underWay = async (work: Promise<void>): Promise<void> => {
    writing.add(work)
    await work.finally(() => writing.delete(work))
  }
  const note = (what: DraftNote): void => {
    if (!isOver) notes.write(what)
  }
  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  /** Stores a draft that a page noted but could not store before it ended. If storing fails, the note stays. */
  const finish = async (noted: DraftNote): Promise<void> => {
    const { key, value, savedAt, actId } = noted
    const ending = store.transaction('rw', store.drafts, store.meta, async () => {
      // A form that claimed the draft meanwhile has written more.
      if (!notes.holds(noted)) return
      if (value === undefined) return store.drafts.delete(key)
      // Skip it if the mutation was stored and only the note was left.
      if (actId === undefined || (await findMark(store, actId)) === undefined) await store.drafts.put({ key, value, savedAt, actId })
    })
    await ending.then(
      () => notes.remove(noted),
      () => undefined,
    )
  }

  const finishLeft = async (): Promise<void> => {
    const left = notes.list()
    if (left.length > 0) for (const noted of left.filter(await isLeft())) await finish(noted)
  }

  const newestFirst = async (): Promise<Draft[]> => {
    const drafts = await store.drafts.toArray()
    const written = await findWrittenMutations(
      store,
      drafts.flatMap(({ actId }) => actId ?? []),
    )
    const open = drafts.filter(({ actId }) => actId === undefined || !written.has(actId))
    for (const draft of open) if (!claimed.has(draft.key)) known.set(draft.key, draft)
    return open.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
  }

  const tryClaim = async (key: string): Promise<DraftClaim | undefined> => {
    const letGo = await holdLock(lockName(key))
    if (letGo === undefined) return undefined
    claimed.add(key)
    saved.delete(key)
    const release = (): void => {
      claimed.delete(key)
      saved.delete(key)
      mutationIdByKey.delete(key)
      letGo()
      tell()
    }
    // Read under the lock: the previous holder may just have saved the form and dropped the draft.
    const noted = notes.read(key)
    if (noted !== undefined) await finish(noted)
    const draft = await store.drafts.get(key)
    mutationIdByKey.set(key, draft?.actId ?? newId())
    return { key, draft, release }
  }

  const claim = async (formKey: string): Promise<DraftClaim> => {
    await finishLeft()
    const drafts = (await newestFirst()).filter(({ key }) => draftToFormKey(key) === formKey)
    const preferred = drafts.filter(({ key }) => key === preferredKey)
    for (const { key } of [...preferred, ...drafts]) {
      const taken = await tryClaim(key)
      if (taken?.draft !== undefined) {
        tell()
        return taken
      }
      taken?.release()
    }
    const key = `${formKey}~${newId()}`
    return (await tryClaim(key)) ?? { key, draft: undefined, release: () => undefined }
  }

  const isLeft = async (): Promise<(draft: { key: string }) => boolean> => {
    const held = await heldLocks()
    return ({ key }) => !held.has(lockName(key))
  }

  const toMutationId = (key: string): string => {
    const mutationId = mutationIdByKey.get(key) ?? newId()
    mutationIdByKey.set(key, mutationId)
    return mutationId
  }

  /** Nothing of a stored form may come back as a draft. */
  const forgetTyped = ({ draftKey, isStaying = false }: FormRef, mutation: FormMutation): void => {
    const noted = notes.read(draftKey)
    if (noted?.actId === mutation.id) notes.remove(noted)
    known.delete(draftKey)
    mutationIdByKey.delete(draftKey)
    if (!isStaying) saved.add(draftKey)
  }

  const book: DraftStore = {
    claim,
    async save(key, value) {
      if (isOver) throw new AppError('UNAVAILABLE', leftMessage)
      if (saved.has(key)) return
      if (storing.has(key)) return void storing.set(key, value)
      const target = key.includes('~') || claimed.has(key) ? key : `${key}~${newId()}`
      const draft: Draft = { key: target, value, savedAt: clock().toISOString(), ...(claimed.has(target) && { actId: toMutationId(target) }) }
      known.set(target, draft)
      note(draft)
      await underWay(putNow(store, draft))
      notes.remove(draft)
      if (!claimed.has(target)) tell()
    },
    async remove(key) {
      const removal: DraftNote = { key, savedAt: clock().toISOString() }
      known.delete(key)
      note(removal)
      await underWay(Promise.resolve(store.drafts.delete(key)))
      notes.remove(removal)
      tell()
    },
    mutationOf: ({ draftKey }) => ({ id: toMutationId(draftKey), draftKey }),
    async whileStoring(form, mutation, run) {
      const { draftKey } = form
      storing.set(draftKey, undefined)
      try {
        const result = await run()
        forgetTyped(form, mutation)
        storing.delete(draftKey)
        return result
      } catch (error) {
        const typed = storing.get(draftKey)
        storing.delete(draftKey)
        if (typed !== undefined) await book.save(draftKey, typed).catch(() => undefined)
        throw error
      }
    },
    async listLeft() {
      await finishLeft()
      return (await newestFirst()).filter(await isLeft())
    },
    async forgetRows(isLost) {
      let isChanged = false
      for (const [key, draft] of known) known.set(key, { ...draft, value: withoutRow(draft.value, isLost) })
      await finishLeft()
      await store.drafts.toCollection().modify((draft) => {
        const value = withoutRow(draft.value, isLost)
        // Dexie rewrites every row for which this does not return false.
        if (value === draft.value) return false
        draft.value = value
        isChanged = true
        return true
      })
      if (isChanged) tell()
    },
    prefer: (key) => {
      preferredKey = key
    },
    known: () => [...known.values()],
    async finishAll() {
      await Promise.allSettled(writing)
      for (const noted of notes.list()) await finish(noted)
    },
    end() {
      isOver = true
      known.clear()
      notes.clear()
    },
    announce: tell,
    watch: (listener) => watchSet(listeners, listener),
  }
  void dropOld().catch(() => undefined)
  return book

  async function dropOld(): Promise<void> {
    const before = new Date(clock().getTime() - keptForMs).toISOString()
    const old = (await newestFirst()).slice(keptAlways).filter(({ savedAt }) => savedAt < before)
    const left = old.filter(await isLeft())
    await store.drafts.bulkDelete(left.map(({ key }) => key))
    await forgetOldMarks(store, before)
  }
}

/**
 * Bypasses Dexie, which would issue the write some turns later. The browser has the whole write when this returns, so a
 * page that closes or crashes right after still saves its last keystroke.
 */
function putNow(store: DeviceStore, draft: Draft): Promise<void> {
  const transaction = store.backendDB().transaction('drafts', 'readwrite', { durability: 'strict' })
  transaction.objectStore('drafts').put(draft)
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The draft was not stored.')))
  })
}

/** Without Web Locks (plain http) only this page's forms are known. */
const heldInPage = new Set<string>()

const browserLockManager = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Takes the lock if it is free; returns its release. */
async function holdLock(name: string): Promise<(() => void) | undefined> {
  const locks = browserLockManager()
  if (locks === undefined) {
    if (heldInPage.has(name)) return undefined
    heldInPage.add(name)
    return () => void heldInPage.delete(name)
  }
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined)
        const ending = Promise.withResolvers<void>()
        resolve(() => ending.resolve())
        return ending.promise
      })
      .catch(reject)
  })
}

/** Names of held locks, across all tabs where the browser supports it. */
async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await browserLockManager()?.query()) ?? {}
  return new Set([...heldInPage, ...held.flatMap(({ name }) => name ?? [])])
}

/** Removes row values that the user did not change from the draft of a form of a lost shop. */
function withoutRow(value: Json, isLost: (shopId: string) => boolean): Json {
  if (!isRecord(value)) return value
  const { opened, shopId, values } = value
  if (typeof shopId !== 'string' || !isLost(shopId) || !isRecord(opened) || !isRecord(values) || Object.keys(opened).length === 0) return value
  const typed = Object.entries(values).filter(([name, now]) => !Object.hasOwn(opened, name) || fieldToText(now) !== fieldToText(opened[name]))
  return { ...value, values: Object.fromEntries(typed), opened: {} }
}

/** Forms show a missing value as an empty text. */
const fieldToText = (value: Json | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
