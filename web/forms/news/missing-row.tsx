import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '#web/forms/forms-texts.ts'
import { common } from '#web/language/common-texts.ts'

type MissingRowProps = {
  text: string
  explanation?: string | undefined
  typed?: string | undefined
  onClose: () => void
}

export function MissingRow({ text, explanation = t.missing(), typed = '', onClose }: MissingRowProps) {
  return (
    <Dialog
      open
      size="sm"
      title={text}
      onCloseRequest={onClose}
      footer={
        <>
          {typed !== '' && <CopyButton readText={() => typed}>{t.copyText()}</CopyButton>}
          <Button onClick={onClose}>{common.close()}</Button>
        </>
      }
    >
      <p>{explanation}</p>
      {typed !== '' && (
        <>
          <p className="mt-4 mb-1 text-sm text-muted">{t.typed()}</p>
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
