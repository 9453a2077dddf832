/** Where the focus goes when what had it is gone: the page's content, from where Tab leads on. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
