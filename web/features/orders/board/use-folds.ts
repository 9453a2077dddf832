import { useState } from 'react'
import type { StatusFilter } from '#schema/rules/orders/status-filter.ts'
import { useAuth } from '#web/session/session.ts'
import { isFoldedAtFirst } from './board-statuses.ts'
import { readFolds, writeFolds } from './column-folds.ts'

/** Whether a column is folded, and how to fold or open it; remembered on this device. */
export function useFolds(shopId: string, filter: StatusFilter): { isFolded: (statusId: string) => boolean; toggle: (statusId: string) => void } {
  const userId = useAuth().user?.id ?? ''
  const [folds, setFolds] = useState(() => readFolds(userId, shopId, findStorage()))
  const isFolded = (statusId: string): boolean => folds[statusId] ?? isFoldedAtFirst(statusId, filter)
  const toggle = (statusId: string): void => {
    const next = { ...folds, [statusId]: !isFolded(statusId) }
    setFolds(next)
    writeFolds(userId, shopId, next, findStorage())
  }
  return { isFolded, toggle }
}

function findStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
