import { createContext, useContext } from 'react'

/** Whether a cell stands in the row that the Tab key leads to; outside of rows everything is reached by Tab. */
export const ActiveRowContext = createContext(true)

/** The `tabIndex` of a control inside a row: a list is one tab stop, and its active row's controls come after it. */
export const useRowTabIndex = (): 0 | -1 => (useContext(ActiveRowContext) ? 0 : -1)
