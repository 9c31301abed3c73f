/**
 * A capture file, version 1: deliveries as JSON, to look at on another machine.
 *
 * Bodies are base64, headers pairs in their order; a header that may hold a secret has null as its value. The exporting
 * machine's verdict about a signature is included and never trusted.
 */
import * as z from 'zod'
import { signatureStateSchema } from './event.ts'

/** Characters of a whole file. */
export const MAX_CAPTURE_FILE = 24_000_000
export const MAX_CAPTURES = 5_000
/** Bytes; the receiver accepts no larger body. */
export const MAX_CAPTURED_BODY = 2 * 1024 * 1024

const timeSchema = z.iso.datetime({ error: 'A time must look like 2026-11-21T09:00:00.000Z.' })
const msSchema = z.number().min(0).nullable()

const captureSchema = z.strictObject({
  receivedAt: timeSchema,
  headers: z
    .array(z.tuple([z.string().min(1).max(200), z.string().max(16_384).nullable()]))
    .max(500, 'A delivery has at most 500 headers.'),
  bodyBase64: z
    .base64({ error: 'A body must be base64.' })
    .max(Math.ceil(MAX_CAPTURED_BODY / 3) * 4, { error: 'A body has at most 2 MB.' }),
  times: z.strictObject({ acceptMs: msSchema, persistMs: msSchema, answerMs: msSchema, processMs: msSchema }),
  signature: signatureStateSchema.nullable(),
})
export type Capture = z.infer<typeof captureSchema>

export const captureFileSchema = z.strictObject({
  format: z.literal('stallhand-captures', { error: "This isn't a capture file." }),
  version: z.literal(1, { error: 'This file was written by a newer version of Stallhand.' }),
  exportedAt: timeSchema,
  captures: z.array(captureSchema).max(MAX_CAPTURES, 'A file holds at most 5,000 captures.'),
})
export type CaptureFile = z.infer<typeof captureFileSchema>
