export function downloadText(text: string, fileName: string, type: string): void {
  downloadBlob(new Blob([text], { type }), fileName)
}

export function downloadBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
