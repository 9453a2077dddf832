import { type ComponentProps, useEffect } from 'react'
import { toPath } from './browser-history.ts'
import { navigate, useLocation } from './navigate.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the app, or `#section` of the current page. */
  to: string
  replace?: boolean | undefined
  state?: unknown
}

/** A link inside the app. A click with a modifier key (new tab, download) is left to the browser. */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const here = useLocation()
  const path = toPath(to, here)
  return (
    <a
      {...rest}
      href={path}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        // The current page gets no second entry.
        navigate(path, { replace: replace ?? path === here.pathname + here.search + here.hash, state })
      }}
    >
      {children}
    </a>
  )
}

export function Navigate({ to }: { to: string; replace: true }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
