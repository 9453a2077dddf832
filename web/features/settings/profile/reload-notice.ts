const key = 'mainspring-notice'

/** Reloads the page; what it says is shown by the page that comes. */
export function reloadWithNotice(text: string): void {
  sessionStorage.setItem(key, text)
  window.location.reload()
}

/** Once: what was to be said after the reload. */
export function takeReloadNotice(): string | undefined {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text ?? undefined
}
