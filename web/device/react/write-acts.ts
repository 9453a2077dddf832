import type { Device } from '../device-types.ts'
import { type Act, type ActOutcome, writeTogether } from '../outbox/together/write-together.ts'

export type { Act }

/** Writes many acts in one step, each as its own mutation. @throws as Device.writeTogether */
export const writeActs = (device: Pick<Device, 'writeTogether'>, shopId: string, acts: readonly Act[]): Promise<ActOutcome[]> =>
  device.writeTogether(shopId, acts, writeTogether)
