import { Dexie } from 'dexie'

/** Everything that lies in the databases, or in those of one user, read past the app, as text. */
export async function readStoredText(userId = ''): Promise<string> {
  const texts: string[] = []
  // In Node RxDB's tabs talk through a database of that library; in browsers there is none.
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
