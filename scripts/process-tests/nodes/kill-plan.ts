import type { Random } from '../../demo/random.ts'
import type { Nodes } from './start-nodes.ts'

export const killKinds = ['node', 'connections', 'database'] as const
export type KillKind = (typeof killKinds)[number]

/** Of each round of kills one is the database's, three are nodes', four are connections'. */
const round: readonly KillKind[] = ['connections', 'node', 'connections', 'node', 'connections', 'database', 'node', 'connections']

export const kindOf = (kill: number): KillKind => round[kill % round.length] ?? 'connections'

/** Ends something; nodes and the database begin again. Answers how many connections were ended by themselves. */
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
