import { Dexie } from 'dexie'

/** Content of all databases, or of one user's, as text, read without the app. */
export async function readStoredText(userId = ''): Promise<string> {
  const texts: string[] = []
  // In Node, RxDB's tab channel uses a database of its own.
  for (const name of (await Dexie.getDatabaseNames()).filter((each) => !each.startsWith('pubkey.') && each.includes(userId))) {
    const database = new Dexie(name)
    await database.open()
    for (const table of database.tables) {
      for (const row of await table.toArray()) {
        texts.push(
          JSON.stringify(row, (_, value: unknown) =>
            value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value,
          ),
        )
      }
    }
    database.close()
  }
  return texts.join('\n')
}
