import type { RenumberedStore } from './renumbered.ts'

export type DeviceNumbers = {
  /** Orders whose number differs from the printed one, until dismissed. */
  readonly renumbered: Pick<RenumberedStore, 'list' | 'dismiss'>
  /** A shop was opened: its numbers for offline orders are leased first. */
  visit: (shopId: string) => void
}
