import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type PageHeaderProps = {
  title: ReactNode
  /** Tabs say what the title says, so a tablet shows only them. */
  tabs?: ReactNode
  aside?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  className?: string | undefined
}

export function PageHeader({ title, tabs, aside, actions, filters, className }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-col gap-2 px-4 py-2', className)}>
      <div className={cn('flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2', tabs !== undefined && 'sm:flex-nowrap')}>
        <h1 className={cn('text-xl font-semibold', tabs !== undefined && 'max-lg:sr-only')}>{title}</h1>
        {tabs}
        {aside}
        {actions !== undefined && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {filters !== undefined && <div className="flex flex-wrap items-start gap-x-2 gap-y-1 sm:flex-nowrap">{filters}</div>}
    </header>
  )
}
