import type { Readable } from '../platform/observable.ts'
import type { Renumbered, RenumberedBook } from './renumbered.ts'

/** Ticket numbers as screens know them. */
export type DeviceNumbers = {
  /** Orders that have another number than their paper may say, newest first, until somebody has read it. */
  readonly renumbered: Readable<Renumbered[]>
  /** Tells of those that have just come. */
  onRenumbered: (listener: (renumbered: Renumbered[]) => void) => () => void
  /** They have been read. @throws AppError UNAVAILABLE when this device cannot store it */
  dismiss: (orderIds: readonly string[]) => Promise<void>
  /** A shop was opened: it is the first to get numbers for orders that are made without a network. */
  visit: (shopId: string) => void
}

/** `onDismissed`: the other tabs are to hear of it. */
export const createDeviceNumbers = (book: RenumberedBook, onVisit: (shopId: string) => void, onDismissed: () => void): DeviceNumbers => ({
  renumbered: book.items,
  onRenumbered: book.onRenumbered,
  async dismiss(orderIds) {
    await book.dismiss(orderIds)
    onDismissed()
  },
  visit: onVisit,
})
