/**
 * A file of captures: deliveries as they came, to look at on another machine.
 *
 * Version 1 is JSON. A body is base64 of its bytes, headers are pairs in their order, and a header that may hold a secret
 * has null for its value. What the exporting machine found out about a signature stands beside it and is never believed.
 */
import * as z from 'zod'
import { signatureStateSchema } from './event.ts'

/** The largest file that is written and read, in characters. */
export const LARGEST_CAPTURE_FILE = 24_000_000
export const MOST_CAPTURES = 5_000
/** As large as the receiver takes a body. */
export const LARGEST_CAPTURED_BODY = 2 * 1024 * 1024

const timeSchema = z.iso.datetime({ error: 'A time is written as 2026-11-21T09:00:00.000Z.' })
const msSchema = z.number().min(0).nullable()

export const captureSchema = z.strictObject({
  receivedAt: timeSchema,
  headers: z
    .array(z.tuple([z.string().min(1).max(200), z.string().max(16_384).nullable()]))
    .max(500, 'A delivery has at most 500 headers.'),
  bodyBase64: z.base64({ error: 'A body is base64.' }).max(Math.ceil(LARGEST_CAPTURED_BODY / 3) * 4, {
    error: 'A body has at most 2 MB.',
  }),
  /** Milliseconds, as the inspector shows them. */
  times: z.strictObject({ acceptMs: msSchema, persistMs: msSchema, answerMs: msSchema, processMs: msSchema }),
  signature: signatureStateSchema.nullable(),
})
export type Capture = z.infer<typeof captureSchema>

export const captureFileSchema = z.strictObject({
  format: z.literal('stallhand-captures', { error: 'This is no file of captures.' }),
  version: z.literal(1, { error: 'This file was written by a newer version, and is not read.' }),
  exportedAt: timeSchema,
  captures: z.array(captureSchema).max(MOST_CAPTURES, 'A file holds at most 5,000 captures.'),
})
export type CaptureFile = z.infer<typeof captureFileSchema>
