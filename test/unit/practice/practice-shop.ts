/** A practice platform of its own for each test, and a receiver for its notifications. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticeOptions, startPracticePlatform } from '../../../main/practice/platform.ts'

/** Saturday, 21 November 2026, 12:00 UTC. Every test's clock is stopped until the control surface advances it. */
export const startMs = Date.UTC(2026, 10, 21, 12)

export const allScopes = [
  '',
  '/message',
  '/sell.inventory',
  '/sell.listing_preview',
  '/commerce.notification.subscription',
]

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Starts a platform for one test, with the requests a client would send in the neutral spelling. */
export const openShop = async (options: Omit<PracticeOptions, 'platform'> = {}) => {
  const platform = await startPracticePlatform({ now: () => startMs, conversations: 30, items: 20, ...options })
  onTestFinished(() => platform.stop())

  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${platform.url}${path}`, { method, redirect: 'manual', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }

  const token = (
    form: Record<string, string>,
    basic = `${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`,
  ) =>
    call('POST', '/identity/v1/oauth2/token', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      },
      body: new URLSearchParams(form).toString(),
    })

  const accessToken = async (form: Record<string, string>): Promise<string> => {
    const { json } = await token(form)
    if (typeof json !== 'object' || json === null || !('access_token' in json))
      throw new Error(`no token: ${JSON.stringify(json)}`)
    return String(json.access_token)
  }
  const userToken = (paths: readonly string[] = allScopes): Promise<string> =>
    accessToken({
      grant_type: 'refresh_token',
      refresh_token: practiceCredentials.refreshToken,
      scope: paths.map((path) => `${platform.url}/oauth/api_scope${path}`).join(' '),
    })
  const applicationToken = (): Promise<string> =>
    accessToken({ grant_type: 'client_credentials', scope: `${platform.url}/oauth/api_scope` })

  const seller = await userToken()
  /** Makes a call as the seller, with every required header. A header set to '' is left out. */
  const asSeller = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = {
      authorization: `Bearer ${seller}`,
      'content-type': 'application/json',
      'content-language': 'en-US',
      'x-svc-c-marketplace-id': 'SVC_US',
      ...headers,
    }
    return call(method, path, {
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
  const control = (method: string, path: string, body?: unknown) =>
    call(method, `/practice/${path}`, body === undefined ? {} : { body: JSON.stringify(body) })

  return { ...platform, call, token, userToken, applicationToken, asSeller, control }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** The first error of an errors[] body, as `[status, errorId]`. */
export const refusal = ({ status, json }: Answer): readonly [number, unknown] => {
  const { errors } = json as { errors: { errorId: unknown }[] }
  return [status, errors[0]?.errorId]
}

/** Polls until the condition holds or the test times out. */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

export type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** Starts a seller's receiver: it answers the challenge (correctly unless `wrong`) and records deliveries. */
export const openReceiver = async (
  verificationToken: string,
  options: { wrong?: boolean; answers?: number[] } = {},
) => {
  const received: Delivery[] = []
  const challenges: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const answers = [...(options.answers ?? [])]
  let url = ''
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', url)
    if (request.method === 'GET') {
      const code = asked.searchParams.get('challenge_code') ?? ''
      challenges.push(code)
      const hash = createHash('sha256')
        .update(code + verificationToken + url)
        .digest('hex')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ challengeResponse: options.wrong ? 'ab'.repeat(32) : hash }))
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.statusCode = answers.shift() ?? 200
      response.end()
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/notifications`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url,
    received,
    challenges,
    /** Resolves once this many notifications have arrived. */
    arrived: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (received.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}
