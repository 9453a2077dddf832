import type { ReactNode } from 'react'
import type { UnsentExport } from '#web/device/outbox/unsent/unsent-transfer.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { downloadBlob } from '#web/ui/download-text.ts'
import { runAction } from '../../navigation/notify.ts'
import { unsentText } from './files/files-words.ts'
import { t } from './sync-words-texts.ts'

type SaveUnsentButtonProps = { disabled?: boolean | undefined; className?: string | undefined; children: ReactNode }

/** Saves all changes not accepted by the server as a file; the device keeps them too. */
export function SaveUnsentButton({ disabled, className, children }: SaveUnsentButtonProps) {
  const device = useDevice()
  return (
    <Button disabled={disabled} className={className} onClick={() => void saveAsFile(() => device.outbox.exportFile())}>
      {children}
    </Button>
  )
}

export async function saveAsFile(read: () => Promise<UnsentExport>): Promise<void> {
  await runAction({
    async run() {
      const unsent = await read()
      downloadBlob(unsent.blob ?? new Blob([unsent.text], { type: 'application/json' }), unsent.fileName)
      return unsent
    },
    success: ({ changes, refused, files = 0, fileName }) => ({
      title: t.savedAsFile({ unsent: unsentText(changes + refused, files) }),
      description: t.savedAsFileText({ file: fileName }),
    }),
    failure: { title: t.fileNotSaved(), description: t.nothingChanged() },
  })
}
