import type { Random } from '../../demo/random.ts'
import type { Nodes } from './start-nodes.ts'

export const killKinds = ['node', 'connections', 'database'] as const
type KillKind = (typeof killKinds)[number]

const round: readonly KillKind[] = ['connections', 'node', 'connections', 'node', 'connections', 'database', 'node', 'connections']

export const kindOf = (kill: number): KillKind => round[kill % round.length] ?? 'connections'

/** Kills; nodes and the database restart. Returns the number of connections killed separately. */
export async function kill({ nodes, database }: Nodes, kind: KillKind, random: Random): Promise<number> {
  if (kind === 'connections') return database.killConnections(random.pick([0.2, 0.5, 1]))
  if (kind === 'database') {
    await database.killAndStart()
    return 0
  }
  const node = random.pick(nodes)
  await node.kill('SIGKILL')
  await node.start()
  return 0
}
