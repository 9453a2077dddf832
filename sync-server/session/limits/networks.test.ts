import { expect, test } from 'vitest'
import { toNetwork, toWiderNetworks } from './networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['unknown:80', 'unknown:80'],
  ['1.2.3', '1.2.3'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['"[2001:db8::1]:443"', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:1:2::/64', ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:db8:1:2:3::9', ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32']],
  ['unknown', ['unknown']],
])('%s belongs to the networks %j', (address, networks) => {
  expect(toWiderNetworks(address)).toEqual(networks)
})
