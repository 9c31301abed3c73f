/**
 * A proxy in front of the practice platform that answers mapping polls with a test's results and forwards everything else.
 *
 * So a test decides when a task finishes and with which result.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReferenceWatch } from '../../main/practice/references.ts'

export type WirePreview = {
  readonly sku: string
  readonly title: string
  readonly description: string
  readonly mappingReferenceId: string
  readonly category: { readonly id: string }
  readonly images: readonly { readonly value: string }[]
  readonly aspects: readonly {
    readonly localizedAspectName: string
    readonly value: readonly { readonly localizedValue: string }[]
  }[]
}

export type WireResult = {
  readonly completionStatus: 'COMPLETED' | 'COMPLETED_WITH_ERROR' | 'FAILED'
  readonly listingPreviews: readonly WirePreview[]
  readonly invalidProducts: readonly unknown[]
  readonly unmappedProducts: readonly unknown[]
  readonly unprocessedProducts: readonly unknown[]
}

/** Any answer other than a task: an error inside HTTP 200, or another status. */
export type OtherAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A refusal inside an HTTP 200 (MAP-13). */
export const graphqlError = (message: string): OtherAnswer => ({
  status: 200,
  body: { data: { listingPreviewsCreationTaskById: null }, errors: [{ message }] },
})

export type MappingFront = {
  readonly url: string
  /** By task id. A task without a result is still processing. */
  readonly results: Map<string, WireResult>
  /** By task id: answers instead of a task. */
  readonly otherAnswers: Map<string, OtherAnswer>
  /** Requests that contained a mappingReferenceId, which MAP-12 forbids. */
  readonly breaches: () => readonly string[]
  readonly close: () => Promise<void>
}

/** A preview with `aspects` aspects, each with a unique value. */
export const wirePreview = (number: number, aspects = 3): WirePreview => ({
  sku: `SKU-${number}`,
  title: `Preview ${number}`,
  description: '<p>As good as new</p>',
  mappingReferenceId: `REF-${String(number).padStart(8, '0')}`,
  category: { id: '15230' },
  images: [],
  aspects: Array.from({ length: aspects }, (_, index) => ({
    localizedAspectName: `Aspect ${index}`,
    value: [{ localizedValue: `Value ${index} of ${number}` }],
  })),
})

/** The result of a task whose products were all mapped. */
export const allMapped = (count: number, aspects: number): WireResult => ({
  completionStatus: 'COMPLETED',
  listingPreviews: Array.from({ length: count }, (_, index) => wirePreview(index + 1, aspects)),
  invalidProducts: [],
  unmappedProducts: [],
  unprocessedProducts: [],
})

const createAnswer = (taskId: string, result: WireResult | null): string =>
  JSON.stringify({
    data: {
      listingPreviewsCreationTaskById: { requestedId: taskId, listingPreviewsCreationTask: { id: taskId, result } },
    },
  })

const readAll = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

export const startMappingFront = async (practiceUrl: string): Promise<MappingFront> => {
  const results = new Map<string, WireResult>()
  const otherAnswers = new Map<string, OtherAnswer>()
  const references = createReferenceWatch()

  const answerPoll = (body: string, response: ServerResponse): void => {
    const { variables } = JSON.parse(body) as { readonly variables: { readonly input: { readonly id: string } } }
    const { id } = variables.input
    const other = otherAnswers.get(id)
    if (other !== undefined) {
      response.writeHead(other.status, { 'content-type': 'application/json', ...other.headers })
      response.end(JSON.stringify(other.body))
      return
    }
    const result = results.get(id) ?? null
    for (const { mappingReferenceId } of result?.listingPreviews ?? []) references.issued(mappingReferenceId)
    response.setHeader('content-type', 'application/json')
    response.end(createAnswer(id, result))
  }

  const passOn = async (request: IncomingMessage, body: string, response: ServerResponse): Promise<void> => {
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const answer = await fetch(`${practiceUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }

  const server = createServer(async (request, response) => {
    try {
      const body = await readAll(request)
      references.check(request.method ?? '', request.url ?? '', body)
      if (body.includes('listingPreviewsCreationTaskById')) answerPoll(body, response)
      else await passOn(request, body, response)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results,
    otherAnswers,
    breaches: references.breaches,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A practice profile that calls through the proxy and requests the platform's own scopes. */
export const profileBehind = (front: MappingFront, practiceUrl: string) => {
  const scope = (name: string): string => `${practiceUrl}/oauth/api_scope${name}`
  return {
    baseUrl: front.url,
    scopes: {
      user: ['/message', '/sell.inventory', '/sell.listing_preview', '/commerce.notification.subscription'].map(scope),
      application: [scope('')],
    },
  }
}
