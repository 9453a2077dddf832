import type { Readable } from '../platform/observable.ts'
import type { Renumbered, RenumberedBook } from './renumbered.ts'

export type DeviceNumbers = {
  /** Orders whose number differs from the printed one, newest first, until dismissed. */
  readonly renumbered: Readable<Renumbered[]>
  onRenumbered: (listener: (renumbered: Renumbered[]) => void) => () => void
  /** @throws AppError UNAVAILABLE when this device cannot store it */
  dismiss: (orderIds: readonly string[]) => Promise<void>
  /** A shop was opened: its numbers for offline orders are leased first. */
  visit: (shopId: string) => void
}

/** `onDismissed`: tells the other tabs. */
export const createDeviceNumbers = (book: RenumberedBook, onVisit: (shopId: string) => void, onDismissed: () => void): DeviceNumbers => ({
  renumbered: book.items,
  onRenumbered: book.onRenumbered,
  async dismiss(orderIds) {
    await book.dismiss(orderIds)
    onDismissed()
  },
  visit: onVisit,
})
