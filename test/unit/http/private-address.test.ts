import { describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../../../main/http/private-address.ts'

describe('isPrivateAddress', () => {
  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
    ],
    ...['[::1]', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '[::ffff:a00:1]', '64:ff9b::7f00:1', '255.255.255.255'],
    ...['localhost', 'LOCALHOST.', 'a.localhost', 'nas.local', 'db.internal', 'router.home.arpa'],
  ])('%s is private', (host) => {
    expect(isPrivateAddress(host)).toBe(true)
  })

  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '172.15.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    'example.com',
    'local.example',
    'mylocal',
  ])('%s is public', (host) => {
    expect(isPrivateAddress(host)).toBe(false)
  })
})
