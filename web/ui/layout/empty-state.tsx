import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** The empty state is the whole page, so its title is the h1. */
  isPage?: boolean | undefined
}

export function EmptyState({ icon, title, text, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      {icon !== undefined && (
        <span aria-hidden="true" className="mb-1 text-line-strong [&_svg]:size-9 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
      )}
      <Title className="text-base font-semibold">{title}</Title>
      {text !== undefined && <p className="max-w-prose text-muted">{text}</p>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
