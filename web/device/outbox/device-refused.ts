import type { Readable } from '../platform/observable.ts'
import type { OpInput } from '../rows/op-input.ts'
import type { FormRef } from './form-mutations.ts'
import type { RefusedStore, RefusedChange } from './refused.ts'
import type { WriteReceipt } from './write-receipt.ts'
import type { Writer } from './writer.ts'

/** Changes that the server refused, listed under "Needs attention". */
export type DeviceRefused = {
  readonly changes: Readable<RefusedChange[]>
  /** Discarded in the last day, newest first. */
  readonly discarded: Readable<RefusedChange[]>
  list: () => Promise<RefusedChange[]>
  /**
   * Sends the change again as a new mutation, with `ops` when the user corrected it. It leaves the list once that is
   * stored.
   * @throws as Device.write; NOT_FOUND when it is no longer on the list
   */
  retry: (id: string, ops?: readonly OpInput[], form?: FormRef) => Promise<WriteReceipt>
  /** Removes it from the list; `putBack` undoes that within a day. Both @throws AppError UNAVAILABLE when the storage is full */
  discard: (id: string) => Promise<void>
  putBack: (id: string) => Promise<void>
  onRefused: (listener: (refused: RefusedChange) => void) => () => void
}

/** `onChanged`: the list changed, in the storage too. */
export function createDeviceRefused(book: RefusedStore, { write }: Writer, onChanged: () => void): DeviceRefused {
  const change = async (changing: Promise<void> | void): Promise<void> => {
    await changing
    onChanged()
  }
  return {
    changes: book.changes,
    discarded: book.discarded,
    list: book.list,
    async retry(id, ops, form) {
      const { entry, inputs } = await book.take(id, ops)
      const receipt = await write(entry.mutation.shopId, inputs, form, entry)
      await change(receipt.mutationId === null ? book.remove(id) : book.dropFromList(id))
      return receipt
    },
    discard: (id) => change(book.discard(id)),
    putBack: (id) => change(book.putBack(id)),
    onRefused: book.onRefused,
  }
}
