import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type MissingRowProps = {
  text: string
  explanation?: string | undefined
  typed?: string | undefined
  onClose: () => void
}

export function MissingRow({ text, explanation = 'It may have been deleted, or it has not reached this device yet.', typed = '', onClose }: MissingRowProps) {
  return (
    <Dialog
      open
      size="sm"
      title={text}
      onCloseRequest={onClose}
      footer={
        <>
          {typed !== '' && <CopyButton readText={() => typed}>Copy the text</CopyButton>}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p>{explanation}</p>
      {typed !== '' && (
        <>
          <p className="mt-4 mb-1 text-sm text-muted">What you typed and did not save:</p>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, and must be reached with the keyboard
            tabIndex={typed.length > 300 ? 0 : undefined}
            className="max-h-60 overflow-auto rounded-md bg-sunken px-3 py-2 font-sans text-sm whitespace-pre-wrap break-words"
          >
            {typed}
          </pre>
        </>
      )}
    </Dialog>
  )
}
