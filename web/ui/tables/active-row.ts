import { createContext, useContext } from 'react'

/** Whether a cell is in the list's active row, the one that Tab reaches; true outside of rows. */
export const ActiveRowContext = createContext(true)

/** The `tabIndex` of a control inside a row: a list is one tab stop, and its active row's controls come after it. */
export const useRowTabIndex = (): 0 | -1 => (useContext(ActiveRowContext) ? 0 : -1)
