import { createContext, type ReactNode, useContext, useState } from 'react'

/** Undefined: nobody has chosen yet; '': the choice was cleared. */
type ChosenEntity = { chosen: string | undefined; choose: (entityId: string) => void }

const ChosenEntityContext = createContext<ChosenEntity | null>(null)

/** The entity that a page is about: chosen in one of its parts, the others follow. */
export function ChosenEntityProvider({ children }: { children: ReactNode }) {
  const [chosen, choose] = useState<string>()
  return <ChosenEntityContext value={{ chosen, choose }}>{children}</ChosenEntityContext>
}

/** Of these choices the chosen one, or the only one there is; undefined for none. */
export function useChosenEntity(): {
  /** What somebody chose. */ chosenId: string | undefined
  find: <Row extends { id: string }>(rows: readonly Row[]) => Row | undefined
  choose: (entityId: string) => void
} {
  const held = useContext(ChosenEntityContext)
  if (held === null) throw new Error('This must be used within ChosenEntityProvider.')
  const { chosen, choose } = held
  return { chosenId: chosen, find: (rows) => (chosen === undefined && rows.length === 1 ? rows[0] : rows.find(({ id }) => id === chosen)), choose }
}
