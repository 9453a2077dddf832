/** Focuses the page's main content when the focused element was removed, so that Tab continues from there. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
