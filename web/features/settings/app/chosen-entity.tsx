import { createContext, type ReactNode, useContext, useState } from 'react'

/** Undefined: no choice yet; '': the choice was cleared. */
type ChosenEntity = { chosen: string | undefined; choose: (entityId: string) => void }

const ChosenEntityContext = createContext<ChosenEntity | null>(null)

/** Shares the chosen entity among the parts of a page. */
export function ChosenEntityProvider({ children }: { children: ReactNode }) {
  const [chosen, choose] = useState<string>()
  return <ChosenEntityContext value={{ chosen, choose }}>{children}</ChosenEntityContext>
}

/** `find` gives the chosen row, or the only one before any choice; else undefined. */
export function useChosenEntity(): {
  chosenId: string | undefined
  find: <Row extends { id: string }>(rows: readonly Row[]) => Row | undefined
  choose: (entityId: string) => void
} {
  const held = useContext(ChosenEntityContext)
  if (held === null) throw new Error('useChosenEntity needs ChosenEntityProvider around it.')
  const { chosen, choose } = held
  return { chosenId: chosen, find: (rows) => (chosen === undefined && rows.length === 1 ? rows[0] : rows.find(({ id }) => id === chosen)), choose }
}
