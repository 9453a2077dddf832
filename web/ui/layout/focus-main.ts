/** Focuses the main content after the focused element was removed, so that Tab continues there. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
