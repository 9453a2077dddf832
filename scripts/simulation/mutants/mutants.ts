import { benchMutants } from './bench-mutants.ts'
import { deviceMutants } from './device-mutants.ts'
import type { Mutant } from './faults.ts'
import { messageMutants } from './message-mutants.ts'
import { nodeMutants } from './node-mutants.ts'
import { serverMutants } from './server-mutants.ts'

export const mutants: readonly Mutant[] = [...deviceMutants, ...serverMutants, ...benchMutants, ...messageMutants, ...nodeMutants]
