import { createContext, useContext } from 'react'

/** Whether a cell is in the list's active row, the one that Tab reaches; true outside rows. */
export const ActiveRowContext = createContext(true)

/** The `tabIndex` of a row's control: a list is one tab stop, followed by its active row's controls. */
export const useRowTabIndex = (): 0 | -1 => (useContext(ActiveRowContext) ? 0 : -1)
