// Loaded before a script of moving (`node --import`): kills the process as it is about to say a line with the text of KILL_AT_LINE, so that
// a test need not be quick enough to see the line pass.

const text = process.env['KILL_AT_LINE'] ?? ''
const write = process.stdout.write.bind(process.stdout)

process.stdout.write = (line: string | Uint8Array) => {
  if (text !== '' && String(line).includes(text)) process.kill(process.pid, 'SIGKILL')
  return write(line)
}
