import { createContext, type ReactNode, useContext } from 'react'
import type { Device } from '../device-types.ts'

const DeviceContext = createContext<Device | null>(null)

export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  return <DeviceContext value={device}>{children}</DeviceContext>
}

/** @throws outside of a DeviceProvider */
export function useDevice(): Device {
  const device = useContext(DeviceContext)
  if (device === null) throw new Error('useDevice must be used within a DeviceProvider')
  return device
}
