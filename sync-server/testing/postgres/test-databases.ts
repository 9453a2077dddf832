import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../../db/open.ts'

/** Environment variable with the address of the PostgreSQL server. */
export const clusterVariable = 'TEST_POSTGRES_URL'
const templateName = 'mainspring_template'

export const readClusterUrl = (): string | undefined => process.env[clusterVariable]

const urlOf = (clusterUrl: string, name: string): string => new URL(`/${name}`, clusterUrl).href

async function onCluster(clusterUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates the template database, in the state after a first start. */
export async function makeTemplate(clusterUrl: string): Promise<void> {
  await onCluster(clusterUrl, [`create database ${templateName}`])
  await (await openDatabase({ url: urlOf(clusterUrl, templateName), poolSize: 2 })).close()
}

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** Creates a database; copying files takes a quarter of the time of logging their pages. `isEmpty`: without tables. */
export async function createTestDatabase(clusterUrl: string, isEmpty = false): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(clusterUrl, [`create database ${name}${isEmpty ? '' : ` template ${templateName} strategy file_copy`}`])
  const url = urlOf(clusterUrl, name)
  const serverId = randomUUID()
  if (!isEmpty) await onCluster(url, [`update server_identity set server_id = '${serverId}'`])
  return { url, drop: () => onCluster(clusterUrl, [`drop database if exists ${name} with (force)`]) }
}
