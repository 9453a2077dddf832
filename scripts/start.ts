import { readConfig, StartError } from '#server/config.ts'
import { startServer } from '#server/main.ts'

async function main(): Promise<void> {
  const server = await startServer(readConfig(process.env))
  // Registered before the address is printed, since a supervisor may then stop the server at once. A group's signal may
  // arrive twice.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(() => server.close()))
  if (server.firstAdmin) {
    const { loginId, generatedPassword } = server.firstAdmin
    console.log(
      generatedPassword === null ? `First administrator: ${loginId}` : `First administrator: ${loginId} / ${generatedPassword} (shown only this once)`,
    )
  }
  console.log(`Mainspring is running at ${server.url}`)
}

async function stop(close: () => Promise<void>): Promise<void> {
  try {
    await close()
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

main().catch((error: unknown) => {
  // An error the operator can fix is one line; others print a stack.
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
