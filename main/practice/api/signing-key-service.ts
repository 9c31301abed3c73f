/**
 * The key management service, and the check of the signatures that its keys make; eBay only.
 *
 * The ids 215001 and 215122 and their sentences are from answers of the real platform, quoted in public issues of its own SDKs. The real
 * platform encrypts the public key in `jwe`; here it names the key.
 */
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import type { Faults, PracticeApp, Service } from '../control/faults.ts'
import { isObject } from '../json-body.ts'
import type { StoredSigningKey } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService, requireScope } from './service.ts'

const DOMAIN = 'API_KEY_MANAGEMENT'
const THREE_YEARS_S = 3 * 365 * 86_400
/** How far a signature's time may be off. */
const MAX_SKEW_S = 300

const { refuse } = createRefusals(DOMAIN)
const access = createRefusals('ACCESS')

export const createSigningKeyService = (practice: Practice, faults: Faults): PracticeApp => {
  const { state } = practice
  const admit = (c: Call): void => {
    const token = authenticate(practice, c, DOMAIN)
    if (token.kind !== 'application') refuse(403, 1100, 'Access denied: the wrong kind of token.')
    requireScope(token, [scopes.root], DOMAIN)
  }
  const describe = ({ publicKey, ...key }: StoredSigningKey) => ({ ...key, publicKey })

  const create = async (c: Call): Promise<Response> => {
    const body: unknown = await c.req.json().catch(() => undefined)
    const cipher = isObject(body) ? body.signingKeyCipher : undefined
    if (cipher !== 'ED25519') refuse(400, 210003, 'The signing key cipher is not supported.')
    const pair = generateKeyPairSync('ed25519')
    const key: StoredSigningKey = {
      signingKeyId: randomUUID(),
      signingKeyCipher: 'ED25519',
      publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      jwe: `practice.${randomUUID()}`,
      creationTime: Math.floor(practice.now() / 1000),
      expirationTime: Math.floor(practice.now() / 1000) + THREE_YEARS_S,
    }
    state.apiKeys.push(key)
    // Only this answer has the private key: the platform keeps none.
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    return c.json({ ...describe(key), privateKey }, 201)
  }

  return createService(faults, { service: 'keyManagement', base: '/developer/key_management/v1', admit }, [
    ['POST', '/signing_key', 'createSigningKey', create],
    ['GET', '/signing_key', 'getSigningKeys', (c) => c.json({ signingKeys: state.apiKeys.map(describe) })],
  ])
}

const isSignedRight = async (practice: Practice, c: Call): Promise<boolean> => {
  const header = (name: string): string => c.req.header(name) ?? ''
  const key = practice.state.apiKeys.find(({ jwe }) => jwe === header('x-ebay-signature-key'))
  const input = /^sig1=(\(([^)]*)\);created=(\d+))$/.exec(header('signature-input'))
  const signature = /^sig1=:([^:]+):$/.exec(header('signature'))?.[1]
  if (key === undefined || input === null || signature === undefined) return false
  const [, params = '', names = '', created = ''] = input
  const nowS = practice.now() / 1000
  if (key.expirationTime < nowS || Math.abs(Number(created) - nowS) > MAX_SKEW_S) return false
  const body = Buffer.from(await c.req.arrayBuffer())
  const covered = names.split(' ').map((name) => name.replaceAll('"', ''))
  const wanted = [
    ...(body.length > 0 ? ['content-digest'] : []),
    'x-ebay-signature-key',
    '@method',
    '@path',
    '@authority',
  ]
  if (JSON.stringify(covered) !== JSON.stringify(wanted)) return false
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  if (body.length > 0 && header('content-digest') !== digest) return false
  const values: Readonly<Record<string, string>> = {
    '@method': c.req.method,
    '@path': c.req.path,
    '@authority': c.env.incoming.headers.host ?? '',
  }
  const base = [
    ...covered.map((name) => `"${name}": ${values[name] ?? header(name)}`),
    `"@signature-params": ${params}`,
  ]
  const publicKey = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(base.join('\n')), publicKey, Buffer.from(signature, 'base64'))
}

/**
 * Refuses an unsigned or wrongly signed call while the seller is one of the EU or the UK (`signaturesRequired`). For other sellers a
 * signature is ignored.
 */
export const requireSignature = async (
  practice: Practice,
  faults: Faults,
  c: Call,
  [service, operation]: readonly [Service, string],
): Promise<void> => {
  if (faults.take('signaturesRequired', service, operation) === undefined) return
  if (c.req.header('x-ebay-signature-key') === undefined)
    access.refuse(403, 215001, 'Missing x-ebay-signature-key header')
  if (!(await isSignedRight(practice, c))) access.refuse(403, 215122, 'Signature validation failed')
}
