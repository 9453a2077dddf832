import type { DraftClaim } from '#web/device/drafts/draft-claim.ts'
import type { FormRef } from '#web/device/outbox/form-mutations.ts'
import type { WriteReceipt } from '#web/device/outbox/write-receipt.ts'
import type { TypedForm, Intent, OfferedForms } from '../protocol.ts'
import type { Device } from '#web/device/device-types.ts'

/** Forms as a person types into them at a tablet: opened, kept as a draft, saved, closed; or left behind by a page that died. */

const kindStart = 'act-form/'

export type LeftForm = { kind: string; token: number; shop: string; intents: Intent[] }

/** What the app offers of forms that were left, and the steps that the tablet itself holds. */
export async function readOffered(device: Device): Promise<OfferedForms> {
  const drafts = await device.drafts.listLeft()
  const offered = drafts.map(({ value, actId }) => ({ token: (value as unknown as LeftForm).token, actId }))
  const heldIds = [...device.outbox.waiting.get().map(({ mutationId }) => mutationId), ...(await device.refused.list()).map(({ id }) => id)]
  return { offered, heldIds }
}

export class FormDesk {
  readonly #claims = new Set<DraftClaim>()
  /** The form that is on the screen. */
  current: TypedForm | undefined

  /** Types the form, then saves it with `write`. It stays as a draft where that fails for want of room. */
  async fill(device: Device, form: Omit<LeftForm, 'kind'>, write: (ref: FormRef) => Promise<WriteReceipt>): Promise<WriteReceipt> {
    const claim = await this.#claim(device, `${kindStart}${form.token}`)
    this.current = { token: form.token, isKept: false }
    const value = { kind: `${kindStart}${form.token}`, ...form }
    const isKept = await device.drafts.save(claim.key, value as never).then(
      () => true,
      () => false,
    )
    this.current = { token: form.token, isKept }
    return this.#save(device, claim, write)
  }

  /** The newest form that was left, on the screen again. */
  async takeUp(device: Device): Promise<{ form: LeftForm; save: (write: (ref: FormRef) => Promise<WriteReceipt>) => Promise<WriteReceipt> } | undefined> {
    const [left] = await device.drafts.listLeft()
    if (left === undefined) return undefined
    const claim = await this.#claim(device, (left.value as unknown as LeftForm).kind)
    if (claim.draft === undefined) {
      this.#letGo(claim)
      return undefined
    }
    const form = claim.draft.value as unknown as LeftForm
    this.current = { token: form.token, isKept: true }
    return { form, save: (write) => this.#save(device, claim, write) }
  }

  /** The page is gone, and with it what it held. */
  leave(): void {
    for (const { release } of this.#claims) release()
    this.#claims.clear()
  }

  async #claim(device: Device, kind: string): Promise<DraftClaim> {
    const claim = await device.drafts.claim(kind)
    this.#claims.add(claim)
    return claim
  }

  async #save(device: Device, claim: DraftClaim, write: (ref: FormRef) => Promise<WriteReceipt>): Promise<WriteReceipt> {
    try {
      const receipt = await write({ draftKey: claim.key })
      await device.drafts.remove(claim.key).catch(() => undefined)
      return receipt
    } finally {
      this.#letGo(claim)
    }
  }

  #letGo(claim: DraftClaim): void {
    claim.release()
    this.#claims.delete(claim)
  }
}
