import type { Device } from '../device-types.ts'
import { type Act, type ActOutcome, writeTogether } from '../outbox/together/write-together.ts'

import type { Run } from '../outbox/unfinished-runs.ts'

export type { Act, Run }

/** Writes many acts in one step, each as its own mutation; notes the `run` with the first one. @throws as Device.writeTogether */
export const writeActs = (device: Pick<Device, 'writeTogether'>, shopId: string, acts: readonly Act[], run?: Run): Promise<ActOutcome[]> =>
  device.writeTogether(shopId, acts, (path, id, given) => writeTogether(path, id, given, run))
