// Preloaded (`node --import`): kills the process before it prints a line containing KILL_AT_LINE, so that a test need
// not time the kill.

const text = process.env['KILL_AT_LINE'] ?? ''
const write = process.stdout.write.bind(process.stdout)

process.stdout.write = (line: string | Uint8Array) => {
  if (text !== '' && String(line).includes(text)) process.kill(process.pid, 'SIGKILL')
  return write(line)
}
