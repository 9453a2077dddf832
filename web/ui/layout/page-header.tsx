import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type PageHeaderProps = {
  title: ReactNode
  /** Beside the title: a count, a chip. */
  aside?: ReactNode
  /** At the right end of the title's line. */
  actions?: ReactNode
  /** The line of filters above the table. */
  filters?: ReactNode
  /** Active filters as chips, with their note and Clear. */
  chips?: ReactNode
  className?: string | undefined
}

/** Title, actions, filters and active filters of a view, in two or three lines. */
export function PageHeader({ title, aside, actions, filters, chips, className }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-col gap-3 px-4 py-3', className)}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        {aside}
        {actions !== undefined && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {filters !== undefined && <div className="flex flex-wrap items-end gap-2">{filters}</div>}
      {chips !== undefined && <div className="flex flex-wrap items-center gap-x-2">{chips}</div>}
    </header>
  )
}
