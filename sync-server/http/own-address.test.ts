import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { readOwnAddress } from './own-address.ts'

const addressOf = (address: string, internal = false): NetworkInterfaceInfo[] => [
  { address, internal, family: 'IPv4', netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null },
]
const interfaces = {
  lo: addressOf('127.0.0.1', true),
  docker0: addressOf('172.17.0.1'),
  eth1: addressOf('169.254.3.4'),
  wlan0: addressOf('192.168.1.20'),
  wlan1: addressOf('10.0.0.7'),
}

it.each([
  ['PUBLIC_URL, wherever it listens', { publicOrigin: 'https://shop.example', host: '127.0.0.1', port: 8080 }, 'https://shop.example'],
  ['none while it listens on this machine alone', { publicOrigin: null, host: '127.0.0.1', port: 8080 }, null],
  ['none under the name localhost', { publicOrigin: null, host: 'localhost', port: 8080 }, null],
  ['the first address in the network', { publicOrigin: null, host: '0.0.0.0', port: 8080 }, 'http://192.168.1.20:8080'],
  ['the same when it listens on IPv6 too', { publicOrigin: null, host: '::', port: 80 }, 'http://192.168.1.20:80'],
  ['the address on which it listens', { publicOrigin: null, host: '192.168.7.7', port: 8080 }, 'http://192.168.7.7:8080'],
  ['an IPv6 address in brackets', { publicOrigin: null, host: 'fd00::7', port: 8080 }, 'http://[fd00::7]:8080'],
])('tells devices %s', (_what, config, expected) => {
  expect(readOwnAddress(config, interfaces)).toBe(expected)
})

it('tells devices no address without a network', () => {
  expect(readOwnAddress({ publicOrigin: null, host: '0.0.0.0', port: 8080 }, { lo: interfaces.lo, docker0: interfaces.docker0 })).toBeNull()
})
