/** The challenge of a notification endpoint (RCV-02). */
import { createHash, randomBytes } from 'node:crypto'
import { parseJsonObject } from '../json-body.ts'

const CHALLENGE_TIMEOUT_MS = 5000

/* SECURITY: the platform calls this machine only. It never contacts any other endpoint, even a registered one. */
export const isLoopback = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

/** Sends an endpoint its challenge (RCV-02). False for a wrong answer, none in 5 s, or a host that isn't this machine. */
export const challengeEndpoint = async (
  endpoint: string,
  verificationToken: string,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!isLoopback(endpoint)) return false
  const code = randomBytes(16).toString('hex')
  const url = new URL(endpoint)
  url.searchParams.set('challenge_code', code)
  const expected = createHash('sha256').update(code).update(verificationToken).update(endpoint).digest('hex')
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { 'user-agent': 'practice-platform' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(CHALLENGE_TIMEOUT_MS)]),
    })
    const answer = parseJsonObject(await response.text())
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return response.status === 200 && isJson === true && answer?.challengeResponse === expected
  } catch {
    return false
  }
}
