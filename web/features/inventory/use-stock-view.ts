import { useState } from 'react'

const key = 'mainspring-inventory-view'

const readIsTable = (): boolean => {
  try {
    return localStorage.getItem(key) === 'table'
  } catch {
    return false
  }
}

/** Whether the inventory is shown as a table, remembered on this device. */
export function useStockView(): [isTable: boolean, setIsTable: (isTable: boolean) => void] {
  const [isTable, setIsTable] = useState(readIsTable)
  const choose = (next: boolean): void => {
    setIsTable(next)
    try {
      localStorage.setItem(key, next ? 'table' : 'tree')
    } catch {
      // Without storage it lasts until the page closes.
    }
  }
  return [isTable, choose]
}
