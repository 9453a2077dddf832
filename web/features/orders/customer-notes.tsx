/** What the shop knows of the customer, to read beside the order; it is changed in Edit Customer. Long notes scroll. */
export function CustomerNotes({ text }: { text: string | null }) {
  const shown = text?.trim() ?? ''
  if (shown === '') return null
  return (
    // Reached by Tab, because it may scroll.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label="Customer Notes" tabIndex={0} className="max-h-32 overflow-y-auto overscroll-contain rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="text-muted">Customer Notes</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{shown}</p>
    </div>
  )
}
