/** A `Send` that plays a script, one entry per call, and records the requests. */
import { createPauses } from '../../../main/http/pauses.ts'
import type { HttpRequest, HttpResponse, Send } from '../../../main/http/request.ts'
import { createSend } from '../../../main/http/sender.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

export const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  service: 'messages',
  operation: 'getConversations',
  method: 'GET',
  url: 'https://shop.example/commerce/message/v1/conversation?other_party_username=anna',
  pathTemplate: '/conversation',
  headers: {},
  lane: 'read',
  repeatable: true,
  credential: 'user',
  ...more,
})

export const sendMessage = (more: Partial<HttpRequest> = {}): HttpRequest =>
  request({
    operation: 'sendMessage',
    method: 'POST',
    url: 'https://shop.example/commerce/message/v1/send_message',
    pathTemplate: '/send_message',
    body: '{"messageText":"hello"}',
    lane: 'write',
    repeatable: false,
    ...more,
  })

export const answer = (
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers,
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  bodyCut: false,
})

export type Step = HttpResponse | Error | ((request: HttpRequest) => HttpResponse | Promise<HttpResponse>)

/** Repeats the last step for all further calls. */
export const scripted = (...steps: readonly Step[]): { readonly send: Send; readonly asked: HttpRequest[] } => {
  const asked: HttpRequest[] = []
  const send: Send = async (one) => {
    const step = steps[Math.min(asked.length, steps.length - 1)]
    asked.push(one)
    if (step === undefined) throw new Error('the script is empty')
    if (step instanceof Error) throw step
    return typeof step === 'function' ? step(one) : step
  }
  return { send, asked }
}

/** A promise and its handles. */
export const deferred = <T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** The whole way to the platform, through an open gate. */
export const openSender = (exchange: Send, parts: Partial<Parameters<typeof createSend>[0]> = {}) => {
  const { clock = createFakeClock() } = parts
  return createSend({
    exchange,
    pauses: createPauses({ clock }),
    tokens: { current: async () => 'token', renew: async () => 'token' },
    gate: { check: () => undefined },
    random: () => 0.5,
    scheduler: createScheduler(clock, createRecordingLog()),
    probe: async () => undefined,
    ...parts,
    clock,
  })
}
