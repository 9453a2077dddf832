import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'

export function CopyButton({ readText, icon, children }: { readText: () => string; icon?: ReactNode; children: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Button onClick={() => void copyText(readText()).then(setIsCopied)}>
      {icon}
      {isCopied ? 'Copied' : children}
    </Button>
  )
}
