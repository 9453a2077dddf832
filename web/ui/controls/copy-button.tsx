import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { t } from '#web/language/controls-texts.ts'

export function CopyButton({ readText, icon, children }: { readText: () => string; icon?: ReactNode; children: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Button onClick={() => void copyText(readText()).then(setIsCopied)}>
      {icon}
      {isCopied ? t.copied() : children}
    </Button>
  )
}
