import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type PageHeaderProps = {
  title: ReactNode
  aside?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  chips?: ReactNode
  className?: string | undefined
}

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
