import { orderStatusById, orderStatuses } from '#schema/values/order-status.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { t } from '#web/inputs/inputs-texts.ts'
import { findTexts } from '#web/language/staff-texts.ts'

/** The selectable statuses in their documented order; the built-in ones until the bootstrap is loaded. */
export function useOrderStatuses(): readonly Status[] {
  return toShownStatuses(useBootstrap()?.orderStatuses ?? orderStatuses)
}

type Status = { id: string; statusName: string }

const shownByStored = new WeakMap<readonly Status[], readonly Status[]>()

/** With the names that the reader's language has; the same list for the same one. */
function toShownStatuses(stored: readonly Status[]): readonly Status[] {
  const names: Partial<Record<string, () => string>> | undefined = findTexts('words')?.status
  if (names === undefined) return stored
  const known = shownByStored.get(stored)
  if (known !== undefined) return known
  const shown = stored.map(({ id, statusName }) => ({ id, statusName: names[statusName]?.() ?? statusName }))
  shownByStored.set(stored, shown)
  return shown
}

/** 'Unknown status' for an id that this device does not have yet. */
export function useStatusNames(): (statusId: string) => string {
  const statuses = useOrderStatuses()
  return (statusId) => statuses.find(({ id }) => id === statusId)?.statusName ?? orderStatusById.get(statusId)?.statusName ?? t.unknownStatus()
}

export const useStatusName = (statusId: string): string => useStatusNames()(statusId)
