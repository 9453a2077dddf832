import type { Draft } from '../../storage/stored-draft.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { FormMutation } from '../form-mutations.ts'

/**
 * `mayLeave`: it may be sent before its documents are stored, and can then no longer be taken back. Only for updates:
 * creates and deletes wait until they show completely.
 */
type Unfinished = { position: number; form: FormMutation | undefined; draft: Draft | undefined; mayLeave: boolean; hasLeft: boolean }

/** The newest mutation, whose documents are being stored, or several stored together. */
export class UnfinishedMutation {
  #held: Unfinished | undefined

  begin({ position, mutation }: OutboxEntry, form: FormMutation | undefined, draft: Draft | undefined): void {
    const mayLeave = mutation.ops.every(({ action }) => action === 'update')
    this.#held = { position, form, draft, mayLeave, hasLeft: false }
  }

  /** Mutations from this one on are sent only after their documents are stored. */
  beginFrom({ position }: OutboxEntry): void {
    this.#held = { position, form: undefined, draft: undefined, mayLeave: false, hasLeft: false }
  }

  /** Its documents are stored, or it was taken back. */
  end(): void {
    this.#held = undefined
  }

  /** The given entries that may be sent now. */
  sendableOf(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
    return this.#held?.mayLeave === true ? entries : this.finishedOf(entries)
  }

  /** The same without the unfinished ones. */
  finishedOf(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const end = this.#held?.position
    return end === undefined ? entries : entries.filter(({ position }) => position < end)
  }

  noteLeaving(entries: readonly OutboxEntry[]): void {
    const held = this.#held
    if (held !== undefined && entries.some(({ position }) => position === held.position)) held.hasLeft = true
  }

  /** Stops it from being sent, so that it can be taken back; false when it has been sent. */
  holdBack(): boolean {
    if (this.#held === undefined || this.#held.hasLeft) return false
    this.#held.mayLeave = false
    return true
  }

  /** The unfinished entry's form and draft; empty for any other entry. */
  sourceOf(entry: OutboxEntry): { form?: FormMutation | undefined; draft?: Draft | undefined } {
    return this.#held?.position === entry.position ? this.#held : {}
  }
}
