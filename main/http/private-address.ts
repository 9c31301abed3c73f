/** Addresses that are not on the public internet: this machine, local networks and reserved ranges. */
import { BlockList, isIP } from 'node:net'

const privateRanges = new BlockList()
const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const ranges6 = [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const
for (const [net, bits] of ranges4) privateRanges.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of ranges6) privateRanges.addSubnet(net, bits, 'ipv6')

/**
 * True for a private or reserved address and for names that always mean one (`localhost`, `*.local`). Other names count
 * as public until they are resolved. IPv6 may be in brackets.
 */
export const isPrivateAddress = (host: string): boolean => {
  const bare = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  const family = isIP(bare)
  if (family === 4) return privateRanges.check(bare, 'ipv4')
  // BlockList applies its IPv4 rules to an IPv4 address inside an IPv6 one:
  // https://nodejs.org/api/net.html#class-netblocklist
  if (family === 6) return privateRanges.check(bare, 'ipv6')
  return bare === 'localhost' || /\.(localhost|local|internal|home|lan|home\.arpa)$/.test(bare)
}
