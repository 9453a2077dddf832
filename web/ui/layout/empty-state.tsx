import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon?: ReactNode
  /** The documented text. */
  title: ReactNode
  /** A second line: what is safe, what to do. */
  text?: ReactNode
  /** The one action that helps. */
  action?: ReactNode
  /** The empty state is the whole page, so its title is the page's h1. */
  isPage?: boolean | undefined
}

/** Says why there is nothing here, and offers the one action that helps. */
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
