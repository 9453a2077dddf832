import type { Draft } from '../../storage/stored-draft.ts'
import type { OutboxEntry } from '../../storage/unsent-store.ts'
import type { FormMutation } from '../form-mutations.ts'

/**
 * `mayLeave`: it is sent before its documents are stored, and once it was it is not taken back any more. That is for changes of rows
 * that are here: what makes rows, or takes them away, waits until it can show whole.
 */
type Unfinished = { position: number; form: FormMutation | undefined; draft: Draft | undefined; mayLeave: boolean; hasLeft: boolean }

/** The mutation whose documents are being stored, the newest; or several that are stored together. */
export class UnfinishedMutation {
  #held: Unfinished | undefined

  begin({ position, mutation }: OutboxEntry, form: FormMutation | undefined, draft: Draft | undefined): void {
    const mayLeave = mutation.ops.every(({ action }) => action === 'update')
    this.#held = { position, form, draft, mayLeave, hasLeft: false }
  }

  /** From this one on: they leave when they show. */
  beginFrom({ position }: OutboxEntry): void {
    this.#held = { position, form: undefined, draft: undefined, mayLeave: false, hasLeft: false }
  }

  /** Its documents are stored, or never will be: it is final. */
  end(): void {
    this.#held = undefined
  }

  /** Of these, what may be sent now. */
  sendableOf(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
    return this.#held?.mayLeave === true ? entries : this.finishedOf(entries)
  }

  /** The same without it. */
  finishedOf(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
    const end = this.#held?.position
    return end === undefined ? entries : entries.filter(({ position }) => position < end)
  }

  /** These are being sent. */
  noteLeaving(entries: readonly OutboxEntry[]): void {
    const held = this.#held
    if (held !== undefined && entries.some(({ position }) => position === held.position)) held.hasLeft = true
  }

  /** It is to be taken back: from here on it does not leave. False when it has. */
  holdBack(): boolean {
    if (this.#held === undefined || this.#held.hasLeft) return false
    this.#held.mayLeave = false
    return true
  }

  /** The form that the entry came from, and its draft, if it is this one. */
  sourceOf(entry: OutboxEntry): { form?: FormMutation | undefined; draft?: Draft | undefined } {
    return this.#held?.position === entry.position ? this.#held : {}
  }
}
