import { useMemo } from 'react'
import { v7 } from 'uuid'
import { useDevice } from '#web/device/react/provider.tsx'
import { useEmployeeNames } from '#web/inputs/use-employee-names.ts'
import { useOrderStatuses } from '#web/inputs/use-status-name.ts'
import type { BulkAct } from './bulk-act.ts'
import { openBulkNotes } from './bulk-note.ts'
import type { BulkJob } from './bulk-store.ts'
import { actToText, type BulkNames } from './bulk-words.ts'
import { t } from '../list/orders-texts.ts'

export function useBulkNames(shopId: string): BulkNames {
  const statuses = useOrderStatuses()
  const employeeName = useEmployeeNames(shopId)
  return { statusName: (id) => statuses.find((status) => status.id === id)?.statusName ?? t.unknownStatus(), employeeName }
}

export function useBulkNotes(shopId: string) {
  const { runs } = useDevice()
  return useMemo(() => openBulkNotes(runs, shopId), [runs, shopId])
}

export function useBulkJob(shopId: string): (act: BulkAct) => BulkJob {
  const device = useDevice()
  const names = useBulkNames(shopId)
  const notes = useBulkNotes(shopId)
  return (act) => ({ device, shopId, act, text: actToText(act, names), notes, newId: v7 })
}
